import type { Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/admin/archive': Plain
    '/admin/archive-import': Plain
  }
}
