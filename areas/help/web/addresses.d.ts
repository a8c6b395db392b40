import type { Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/doc': Plain
    '/doc/$id': { readonly edit: 1 }
  }
}
