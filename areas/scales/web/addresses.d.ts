import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/admin/scales/indicator': ListAsked
    '/admin/scales/eval': ListAsked
    '/admin/scales/risk': ListAsked
    '/admin/scales/perimeter': ListAsked
    '/admin/scales/priority': ListAsked
    '/admin/scales/weather': ListAsked
    '/admin/scales/business_impacts': ListAsked
  }
}
