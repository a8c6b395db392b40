import type { ListAsked, Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/ops/incidents': ListAsked
    '/ops/gaps': ListAsked
    '/ops/gaps/$id': ListAsked
    '/ops/gaps/all': ListAsked
    '/ops/exemptions': ListAsked
    '/ops/exemptions/$id': ListAsked
    '/ops/exemptions/all': ListAsked
    '/ops/exemptions/debt': { readonly p: number; readonly policy: number; readonly within: number }
    '/incidents/declare': Plain
    '/contributions/incidents': ListAsked
    '/contributions/gaps': ListAsked
    '/contributions/exemptions': ListAsked
  }
}
