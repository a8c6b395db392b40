import '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/checks': { readonly p: number; readonly show: string; readonly check: string }
  }
}
