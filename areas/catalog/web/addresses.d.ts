import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/admin/categories': ListAsked
    '/admin/labels': ListAsked
    '/admin/catalog/measures': ListAsked
    '/admin/catalog/actions': ListAsked
    '/admin/catalog/metrics': ListAsked
    '/admin/catalog/indicators': ListAsked
    '/admin/catalog/runtasks': ListAsked
    '/actions/catalog': ListAsked
    '/runbooks/catalog': ListAsked
    '/indicators/catalog': ListAsked
    '/admin/catalog/threats': ListAsked
    '/admin/catalog/risk_matrices': ListAsked
    '/admin/catalog/questions': ListAsked
    '/admin/catalog/mapping_sets': ListAsked
    '/admin/risk_analysis_catalog/risks': ListAsked
    '/admin/risk_analysis_catalog/business-value': ListAsked
    '/admin/risk_analysis_catalog/supporting-asset': ListAsked
    '/admin/risk_analysis_catalog/threat': ListAsked
    '/org/risks/catalog': ListAsked
  }
}
