import type { ListAsked, Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/reporting/dashboards': ListAsked
    '/reporting/links': ListAsked
    '/reporting/dashboards/cockpit': Plain
    '/reporting/dashboards/$id/builder': Plain
    '/reporting/dashboards/$id/viewer': { readonly number: number; readonly against: number; readonly changed: 1 }
    '/org2/reporting': { readonly report: string; readonly period: string; readonly from: string; readonly to: string; readonly p: number }
    '/org2/reporting/schedules': ListAsked
    '/org2/reporting/reviews': ListAsked
    '/org2/reporting/reviews/$id': Plain
    '/home/$dashboardId': Plain
  }
}
