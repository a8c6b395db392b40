import type { ListAsked, Plain } from '#kit/web/route.ts'
import type { jobStatuses } from '#areas/connectors/contract/customer-connector.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/admin/customer_connectors': ListAsked & { readonly kind: string; readonly q: string; readonly review: number }
    '/admin/customer_connectors/new/$identifier': Plain
    '/admin/customer_connectors/$id/jobs': { readonly run: number; readonly settings: boolean; readonly status: (typeof jobStatuses)[number] }
    '/admin/workers': ListAsked
    '/admin/connectors': { readonly kind: string }
    '/admin/catalog/connectors': { readonly kind: string }
  }
}
