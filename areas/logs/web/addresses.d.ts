import '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/admin/logs': {
      readonly q: string
      readonly deed: string
      readonly kind: string
      readonly person: number
      readonly object: string
      readonly from: string
      readonly to: string
      readonly before: number
      readonly entry: number
    }
  }
}
