"""By which somebody comes in without a password each time: passes, invitations, logins, devices."""
