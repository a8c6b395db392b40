import type { ListAsked, Plain } from '#kit/web/route.ts'

interface ResultsAsked {
  readonly against: string | number
  readonly tab: string
  readonly mode: string
  readonly part: string
}

declare module '#kit/web/route.ts' {
  interface Pages {
    '/contributions/evaluations/eval/$campaignId': Plain
    '/contributions/evaluations/eval/$campaignId/$perimeterId': Plain
    '/contributions/evaluations/eval/$campaignId/$perimeterId/$controlId': Plain
    '/contributions/evaluations/eval/$campaignId/$perimeterId/$controlId/$questionnaireId': Plain
    '/ops/campaigns': ListAsked
    '/ops/campaigns/all': ListAsked
    '/ops/campaigns/$id': ListAsked
    '/contributions/evaluations': ListAsked
    '/ops/campaigns/results/$campaignId': ResultsAsked
    '/ops/campaigns/results/$campaignId/$perimeterId': ResultsAsked
    '/ops/campaigns/results/$campaignId/$perimeterId/eval-details': ResultsAsked
    '/contributions/evaluations/results/$campaignId': ResultsAsked
    '/contributions/evaluations/results/$campaignId/$perimeterId': ResultsAsked
    '/contributions/evaluations/results/$campaignId/$perimeterId/eval-details': ResultsAsked
    '/org/questionnaires/$id/results': { readonly [N in 'campaign' | 'perimeter' | 'version' | 'tag']: string | number }
  }
}
