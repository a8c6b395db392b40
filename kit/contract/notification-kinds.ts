/** Under which heading a notification is looked for, besides all of them. */
export const notificationChips = ['mine', 'mentions', 'due', 'followed'] as const
export type NotificationChip = (typeof notificationChips)[number]

/** What members are told of, said once: where it is looked for, and whether it waits for its reader to do something. */
export const notificationKinds = {
  assigned: { chip: 'mine', needsAction: false },
  mentioned: { chip: 'mentions', needsAction: false },
  commented: { chip: 'followed', needsAction: false },
  due_soon: { chip: 'due', needsAction: true },
  late: { chip: 'due', needsAction: true },
  decided: { chip: 'mine', needsAction: false },
  rejected: { chip: 'mine', needsAction: true },
  expiring: { chip: 'due', needsAction: true },
} as const satisfies Readonly<Record<string, { chip: NotificationChip; needsAction: boolean }>>

export type NotificationKind = keyof typeof notificationKinds
export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[]
