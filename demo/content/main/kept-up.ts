/** Recurring tasks whose answers give the values of metrics, which an indicator of their measure is made of. */
export const measuredBy: Readonly<Record<string, readonly string[]>> = {
  'Patch window of servers': ['patch_due', 'patch_done'],
}

/** What keeps measures up: recurring tasks by their English name, with the measure whose score lives from their answers. Others are shown to work by indicators. */
export const keptUp: Readonly<Record<string, string>> = {
  'A server drawn by lot is restored': 'restore-tests',
  'Backup log read': 'backup',
  'Patch window of servers': 'patching',
  'Crisis exercise': 'crisis-exercise',
  'Privileged accounts reviewed': 'privileged-bastion',
  'Accounts of leavers closed': 'joiner-leaver',
  'Access rights of the ERP reviewed': 'access-review',
  'Remote access of suppliers': 'remote-access',
  'Firewall rules, sample of twenty': 'firewalls',
  'Administration at night': 'central-logs',
  'Phishing reports sorted': 'phishing-exercises',
  'Doors and badges of the laboratory': 'badge-access',
  'USB station up to date, Gent': 'usb-station-gent',
  'USB station up to date, Katowice': 'usb-station-central',
  'PLC programs saved, Gent': 'controller-backup-west',
  'PLC programs saved, Brno': 'controller-backup-central',
}
