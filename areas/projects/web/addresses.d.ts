import type { ListAsked, Plain } from '#kit/web/route.ts'

interface ResultsAsked {
  readonly against: string | number
  readonly tab: string
  readonly mode: string
  readonly part: string
}

declare module '#kit/web/route.ts' {
  interface Pages {
    '/ops/projects': ListAsked
    '/ops/projects/settings': Plain
    '/ops/projects/$id': ListAsked & { readonly tab: string }
    '/ops/projects/$id/eval/$campaignId': Plain
    '/ops/projects/$id/results/$campaignId': ResultsAsked
    '/ops/projects/$id/results/$campaignId/$perimeterId/eval-details': ResultsAsked
    '/contributions/projects': ListAsked
  }
}
