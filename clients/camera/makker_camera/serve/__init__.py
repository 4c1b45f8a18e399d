"""The phone as the camera: a small web service beside makkerd."""
