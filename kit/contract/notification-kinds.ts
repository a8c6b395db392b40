/** Under which heading a notification is looked for, besides all of them. */
export const notificationChips = ['mine', 'mentions', 'due', 'followed'] as const
export type NotificationChip = (typeof notificationChips)[number]

/** By which mail something is told: within a minute or so, each morning, each Monday, or by none. */
export const mailCadences = ['AT_ONCE', 'DAILY', 'WEEKLY'] as const
export type MailCadence = (typeof mailCadences)[number]
export const mailChoices = [...mailCadences, 'NEVER'] as const
export type MailChoice = (typeof mailChoices)[number]

interface NotificationKindDef {
  readonly chip: NotificationChip
  /** Waits for its reader to do something. */
  readonly needsAction: boolean
  /** By which mail it comes to whoever has chosen nothing. */
  readonly mail: MailChoice
  /** Always shown in the product: nobody asks in vain. */
  readonly always: boolean
}

/**
 * What members are told of, said once: where it is looked for, whether it waits for its reader to do something, and how it comes to whoever has chosen nothing.
 * In this order, most pressing first: of several things told of one object a mail begins with the first.
 */
export const notificationKinds = {
  to_approve: { chip: 'mine', needsAction: true, mail: 'DAILY', always: true },
  clock_late: { chip: 'due', needsAction: true, mail: 'AT_ONCE', always: true },
  clock_soon: { chip: 'due', needsAction: true, mail: 'AT_ONCE', always: true },
  stopped: { chip: 'mine', needsAction: true, mail: 'AT_ONCE', always: true },
  declared: { chip: 'mine', needsAction: true, mail: 'AT_ONCE', always: true },
  late: { chip: 'due', needsAction: true, mail: 'DAILY', always: false },
  due_soon: { chip: 'due', needsAction: true, mail: 'DAILY', always: false },
  opened: { chip: 'due', needsAction: true, mail: 'DAILY', always: false },
  expiring: { chip: 'due', needsAction: true, mail: 'DAILY', always: false },
  asked: { chip: 'mine', needsAction: true, mail: 'AT_ONCE', always: true },
  rejected: { chip: 'mine', needsAction: true, mail: 'AT_ONCE', always: true },
  mentioned: { chip: 'mentions', needsAction: false, mail: 'AT_ONCE', always: true },
  assigned: { chip: 'mine', needsAction: false, mail: 'DAILY', always: true },
  decided: { chip: 'mine', needsAction: false, mail: 'AT_ONCE', always: false },
  published: { chip: 'mine', needsAction: false, mail: 'DAILY', always: false },
  commented: { chip: 'followed', needsAction: false, mail: 'DAILY', always: false },
  happened: { chip: 'followed', needsAction: false, mail: 'DAILY', always: false },
} as const satisfies Readonly<Record<string, NotificationKindDef>>

export type NotificationKind = keyof typeof notificationKinds
export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[]
