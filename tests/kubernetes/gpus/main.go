// gpus is a device plugin for tests on a machine without GPUs. It reports GPUs to the kubelet. A container that requests GPUs gets device
// files, the driver's library and a program, as from GKE's device plugin.
//
//	gpus COUNT TEMPLATE FOLDER
//
// Each container gets its own copy of the directory TEMPLATE, below FOLDER, at /opt/gpus. The copy is made when the devices are allocated,
// so a later pod does not get the GPUs that a test broke. libnvidia-ml.so.1 with its scenario and nvidia-smi are mounted where GKE's device
// plugin mounts the driver, and all_reduce_perf into a directory of PATH. The lines NAME=VALUE of `environment` become environment variables.
// TEMPLATE may lack any of these files.
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	api "k8s.io/kubelet/pkg/apis/deviceplugin/v1beta1"
)

const (
	resource = "nvidia.com/gpu"
	endpoint = "skiff-gpus.sock"
	inside   = "/opt/gpus"
)

// places maps files of the template to their paths in a container.
var places = map[string]string{
	"libnvidia-ml.so.1":          "/usr/local/nvidia/lib64/libnvidia-ml.so.1",
	"libnvidia-ml.so.1.scenario": "/usr/local/nvidia/lib64/libnvidia-ml.so.1.scenario",
	"nvidia-smi":                 "/usr/local/nvidia/bin/nvidia-smi",
	"all_reduce_perf":            "/usr/local/bin/all_reduce_perf",
}

type plugin struct {
	api.UnimplementedDevicePluginServer
	count            int
	template, folder string
	allocations      atomic.Int64
}

func (p *plugin) GetDevicePluginOptions(context.Context, *api.Empty) (*api.DevicePluginOptions, error) {
	return &api.DevicePluginOptions{}, nil
}

// ListAndWatch sends the list of devices once, because it does not change.
func (p *plugin) ListAndWatch(_ *api.Empty, stream api.DevicePlugin_ListAndWatchServer) error {
	var devices []*api.Device
	for at := range p.count {
		devices = append(devices, &api.Device{ID: "gpu" + strconv.Itoa(at), Health: api.Healthy})
	}
	if err := stream.Send(&api.ListAndWatchResponse{Devices: devices}); err != nil {
		return err
	}
	<-stream.Context().Done()
	return nil
}

func (p *plugin) Allocate(_ context.Context, request *api.AllocateRequest) (*api.AllocateResponse, error) {
	response := &api.AllocateResponse{}
	for _, container := range request.ContainerRequests {
		own := filepath.Join(p.folder, strconv.FormatInt(p.allocations.Add(1), 10))
		if err := os.CopyFS(own, os.DirFS(p.template)); err != nil {
			return nil, err
		}
		// The test writes to this directory, in the container.
		if err := os.Chmod(own, 0o777); err != nil {
			return nil, err
		}
		environment, err := environmentOf(filepath.Join(own, "environment"))
		if err != nil {
			return nil, err
		}
		one := &api.ContainerAllocateResponse{Envs: environment, Mounts: []*api.Mount{{HostPath: own, ContainerPath: inside}}}
		for name, path := range places {
			file := filepath.Join(own, name)
			if _, err := os.Stat(file); err == nil {
				one.Mounts = append(one.Mounts, &api.Mount{HostPath: file, ContainerPath: path, ReadOnly: true})
			}
		}
		// The numbers start at 0 in each container, as in one that has all GPUs of its machine.
		for at := range container.DevicesIds {
			one.Devices = append(one.Devices, &api.DeviceSpec{HostPath: "/dev/null", ContainerPath: fmt.Sprintf("/dev/nvidia%d", at), Permissions: "rw"})
		}
		response.ContainerResponses = append(response.ContainerResponses, one)
	}
	return response, nil
}

func environmentOf(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	environment := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, found := strings.Cut(strings.TrimSpace(line), "=")
		if !found {
			return nil, fmt.Errorf("%s: no NAME=VALUE: %s", path, line)
		}
		environment[name] = value
	}
	return environment, nil
}

// register reports the address of the plugin to the kubelet. It waits for a kubelet that has not started.
func register() error {
	connection, err := grpc.NewClient("unix://"+api.KubeletSocket, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer connection.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 120*time.Second)
	defer cancel()
	_, err = api.NewRegistrationClient(connection).Register(ctx, &api.RegisterRequest{
		Version: api.Version, Endpoint: endpoint, ResourceName: resource, Options: &api.DevicePluginOptions{}}, grpc.WaitForReady(true))
	return err
}

func run(arguments []string) error {
	if len(arguments) != 3 {
		return fmt.Errorf("gpus COUNT TEMPLATE FOLDER")
	}
	count, err := strconv.Atoi(arguments[0])
	if err != nil {
		return err
	}
	if err := os.MkdirAll(arguments[2], 0o755); err != nil {
		return err
	}
	// The kubelet empties this directory when it starts.
	if err := waitFor(api.KubeletSocket); err != nil {
		return err
	}
	listener, err := net.Listen("unix", filepath.Join(api.DevicePluginPath, endpoint))
	if err != nil {
		return err
	}
	server := grpc.NewServer()
	api.RegisterDevicePluginServer(server, &plugin{count: count, template: arguments[1], folder: arguments[2]})
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	if err := register(); err != nil {
		return err
	}
	fmt.Printf("gpus: %d of %s\n", count, resource)
	return <-failed
}

func waitFor(path string) error {
	for range 1200 {
		if _, err := os.Stat(path); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Errorf("there is no %s", path)
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gpus:", err)
		os.Exit(1)
	}
}
