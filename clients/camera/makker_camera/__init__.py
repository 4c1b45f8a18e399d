"""A camera over a card table: reads the cards and tells the daemon. See docs/camera.md."""

import cv2

cv2.setNumThreads(1)
