# The cluster and node pools of docs/gke.md with Terraform: terraform init && terraform apply -var project=PROJECT
variable "project" { type = string }
variable "region" { default = "europe-west4" }
variable "zone" { default = "europe-west4-a" }

provider "google" {
  project = var.project
  region  = var.region
}

resource "google_project_service" "needed" {
  for_each           = toset(["container.googleapis.com", "file.googleapis.com", "artifactregistry.googleapis.com"])
  service            = each.value
  disable_on_destroy = false
}

resource "google_artifact_registry_repository" "skiff" {
  repository_id = "skiff"
  format        = "DOCKER"
  location      = var.region
  depends_on    = [google_project_service.needed]
}

resource "google_container_cluster" "slurm" {
  name                     = "slurm"
  location                 = var.zone
  remove_default_node_pool = true
  initial_node_count       = 1
  deletion_protection      = false
  addons_config {
    gcp_filestore_csi_driver_config { enabled = true }
  }
  depends_on = [google_project_service.needed]
}

# slurmctld, the database and the login pods.
resource "google_container_node_pool" "system" {
  name       = "system"
  cluster    = google_container_cluster.slurm.id
  node_count = 2
  node_config {
    machine_type = "e2-standard-4"
    oauth_scopes = ["https://www.googleapis.com/auth/cloud-platform"]
  }
}

resource "google_container_node_pool" "cpu" {
  name       = "cpu"
  cluster    = google_container_cluster.slurm.id
  node_count = 2
  node_config {
    machine_type = "e2-standard-8"
    oauth_scopes = ["https://www.googleapis.com/auth/cloud-platform"]
  }
}

# GKE adds the taint nvidia.com/gpu, which the workers tolerate.
resource "google_container_node_pool" "l4" {
  name       = "l4"
  cluster    = google_container_cluster.slurm.id
  node_count = 2
  node_config {
    machine_type = "g2-standard-8"
    oauth_scopes = ["https://www.googleapis.com/auth/cloud-platform"]
    guest_accelerator {
      type  = "nvidia-l4"
      count = 1
      gpu_driver_installation_config { gpu_driver_version = "LATEST" }
    }
  }
}
