"""Tests of Stolik; the folders mirror `src/stolik`."""
