import type { Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/home': { readonly p: number; readonly on: string }
    '/org2/forecast': { readonly p: number; readonly policy: number; readonly months: number }
    '/home/onboarding/$step': Plain
  }
}
