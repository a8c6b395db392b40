import {
  Bug, Building2, ChartNoAxesColumn, ClipboardList, FileClock, FileText, Gauge, Grid3x3, House, KeyRound, LibraryBig, ListChecks, ListTodo,
  MessageCircleQuestion, MessageSquareText, Network, ScrollText, Server, Settings2, Shapes, ShieldCheck, ShieldPlus, Spline, Tag, Tags, User,
  UserRound, Users,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

/** The icons of pages, by the names that routes call them: menu and palette load them, the sign-in page does not. */
export const icons = {
  Bug, Building2, ChartNoAxesColumn, ClipboardList, FileClock, FileText, Gauge, Grid3x3, House, KeyRound, LibraryBig, ListChecks, ListTodo,
  MessageCircleQuestion, MessageSquareText, Network, ScrollText, Server, Settings2, Shapes, ShieldCheck, ShieldPlus, Spline, Tag, Tags, User,
  UserRound, Users,
} as const satisfies Record<string, LucideIcon>

export type IconName = keyof typeof icons
