import { Bell, CircleX, CloudOff, Inbox, ScanEye, UserPlus } from 'lucide-react'

/**
 * Signs that mean one thing each, on every screen. They are taken from here by what they mean, and nothing else has them, which a test sees to; the signs of
 * statuses are `looks` of `kit/contract/status-looks.ts`.
 */
export const glyphs = {
  reviews: Bell,
  /** What one was told. */
  notifications: Inbox,
  follow: ScanEye,
  assign: UserPlus,
  offline: CloudOff,
  endedBadly: CircleX,
} as const
