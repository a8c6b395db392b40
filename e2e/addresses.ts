/** Addresses of pages about an object, with one of the demonstration's own. */
import type { Visitor } from '#e2e/browser.ts'

/** Where the first row comes from that stands in for the parameter of a page: an entity, or a call. */
const subjects: Readonly<Record<string, string>> = {
  '/admin/users/$id/objects': 'member',
  '/admin/group/$id/objects': 'group',
  '/admin/public_api/scim/$id': 'scim_connection',
  '/actions/$id': 'program',
  '/ops/gaps/$id': 'gap_register',
  '/runbooks/$id': 'runbook',
  '/ops/exemptions/$id': 'exemption_register',
  '/actions/$id/mapping': 'program',
  '/local_actions/$id': 'program',
  '/admin/catalog/policies/$id/diff/$ref': 'policy',
  '/org/policies/$id': 'policy',
  '/org/policies/$id/scores': 'policy',
  '/org/policies/statement/$id': 'policy_application',
  '/org/security-bases/$perimeterId/measures': 'policy_application',
  '/org/security-bases/$perimeterId/differences': 'policy_application',
  '/org/security_base/diff/$id': 'measure',
  '/org/questionnaires/$id': 'questionnaire',
  '/org/questionnaires/$id/results': 'questionnaire',
  '/admin/catalog/questionnaires/$id': 'questionnaire/shared',
  '/ops/campaigns/$id': 'campaign',
  '/ops/projects/$id': 'isp_project',
  // The demonstration has no campaign of a project; these pages are those of campaigns, below any project.
  '/ops/projects/$id/eval/$campaignId': 'evaluation',
  '/ops/projects/$id/results/$campaignId': 'evaluation',
  '/ops/projects/$id/results/$campaignId/$perimeterId/eval-details': 'evaluation',
  '/org/risks/analysis/$id': 'risk_analysis',
  '/org/risks/registers/$id': 'risk_register',
  '/ops/campaigns/results/$campaignId': 'evaluation',
  '/ops/campaigns/results/$campaignId/$perimeterId': 'evaluation',
  '/ops/campaigns/results/$campaignId/$perimeterId/eval-details': 'evaluation',
  '/home/$dashboardId': 'dashboard',
  '/reporting/dashboards/$id/builder': 'dashboard',
  '/org2/reporting/reviews/$id': 'management_review',
  '/reporting/dashboards/$id/viewer': 'dashboard',
  '/contributions/evaluations/results/$campaignId': 'evaluation',
  '/contributions/evaluations/results/$campaignId/$perimeterId': 'evaluation',
  '/contributions/evaluations/results/$campaignId/$perimeterId/eval-details': 'evaluation',
  '/contributions/evaluations/eval/$campaignId': 'evaluation',
  '/contributions/evaluations/eval/$campaignId/$perimeterId': 'evaluation',
  '/contributions/evaluations/eval/$campaignId/$perimeterId/$controlId': 'evaluation',
  '/contributions/evaluations/eval/$campaignId/$perimeterId/$controlId/$questionnaireId': 'evaluation',
}

/** Puts a small library on the shelf and brings it in; answers the addition. */
async function addedFromShelf({ context, address, api }: Visitor): Promise<number> {
  const urn = 'urn:screens:risk'
  const node = { urn: `${urn}:req_node:screens:1`, assessable: true, ref_id: '1', name: 'First', reference_controls: [`${urn}:function:absent:1`] }
  const framework = { urn: `${urn}:framework:screens`, ref_id: 'SCREENS', name: 'Screens', description: 'Screens', requirement_nodes: [node] }
  const library = { urn: `${urn}:library:screens`, locale: 'en', ref_id: 'SCREENS', name: 'Screens', version: 1, provider: 'Screens', objects: { framework } }
  const file = { name: 'screens.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(library)) }
  await context.request.post(address('/api/shelf/upload'), { headers: { 'x-vigie': '1' }, multipart: { file } })
  const line = await until(async () =>
    (await api<{ objects: { id: number; reference: string }[] }>('GET', '/shelf')).objects.find((one) => one.reference === 'SCREENS'),
  )
  const { object } = await api<{ object: { id: number } }>('POST', '/shelf/add', { ids: [line.id] })
  await until(async () => (await api<{ object: { seconds: number | null } }>('GET', `/library_addition/${object.id}`)).object.seconds ?? undefined)
  return object.id
}

/** What the server's background work comes to; asked until it is there. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await ask()
    if (found !== undefined) return found
  }
}

/** Where a page is opened, with the first object of the demonstration for each of its parameters. */
export async function addressOf(visitor: Visitor, path: string): Promise<string> {
  if (!path.includes('$')) return path
  if (path === '/doc/$id') return '/doc/scores'
  if (path === '/home/onboarding/$step') return '/home/onboarding/perimeter-mapping'
  if (path === '/org/policies/imported/$id') return `/org/policies/imported/${await addedFromShelf(visitor)}`
  if (path === '/admin/customer_connectors/$id/tickets') {
    const { objects } = await visitor.api<{ objects: { id: number; connector: string }[] }>('GET', '/customer_connector?limit=20')
    return path.replace('$id', String(objects.find(({ connector }) => connector === 'JIRA_CLOUD')?.id))
  }
  const entity = subjects[path]
  if (!entity) throw new Error(`Say which entity the parameter of ${path} names`)
  const { objects: found } = await visitor.api<{
    objects: { id: number; perimeter?: { id: number }; campaign?: { id: number }; status?: string; current_version?: { id: number } }[]
  }>('GET', entity.includes('/') ? `/${entity}` : `/${entity}?limit=20`)
  // An evaluation that was rejected says so aloud, and is the first of its campaign.
  const aloud = new Set(found.flatMap(({ status, campaign }) => (status === 'REJECTED' ? [campaign?.id] : [])))
  const objects = found.filter(({ campaign }) => campaign === undefined || !aloud.has(campaign.id))
  const [project] = path.startsWith('/ops/projects/$id/') ? (await visitor.api<{ objects: { id: number }[] }>('GET', '/isp_project?limit=1')).objects : []
  return (
    path
      .replace(/(?<=^\/ops\/projects\/)\$id(?=\/)/, String(project?.id))
      .replace('$campaignId', String(objects[0]?.campaign?.id))
      .replace('$perimeterId', String(objects[0]?.perimeter?.id))
      // Of a questionnaire the one that is asked whole, of a policy the first that is still to be answered (NAV-24).
      .replace(/\$(controlId|questionnaireId)/g, '0')
      .replace('$ref', String(objects[0]?.current_version?.id))
      .replace(/\$\w+/, String(objects[0]?.id))
  )
}
