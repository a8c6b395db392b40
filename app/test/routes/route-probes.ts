import type { RouteMeta } from '#kit/web/route.ts'
import type { Answer, Person } from '#app/test/worlds/test-app.ts'

/** A call that a page makes, or that its buttons do. */
export interface Probe {
  readonly call: (person: Person, id: (entity: string) => number) => Promise<Answer>
  /** To whom the page is hidden although this call is theirs, for what other pages show; letters as in the expectation. */
  readonly elsewhere?: string
}

const list = (entity: string, elsewhere = ''): Probe => ({ call: (who) => who.post(`/${entity}/page`), elsewhere })
const read = (path: string, elsewhere = ''): Probe => ({ call: (who) => who.get(path), elsewhere })
const one = (entity: string, rest = ''): Probe => ({ call: (who, id) => who.get(`/${entity}/${id(entity)}${rest}`) })
const add = (entity: string, body: object): Probe => ({ call: (who) => who.post(`/${entity}`, body) })
const change = (entity: string, body: object, rest = ''): Probe => ({ call: (who, id) => who.put(`/${entity}/${id(entity)}${rest}`, body) })
const remove = (entity: string): Probe => ({ call: (who, id) => who.delete(`/${entity}/${id(entity)}`) })

/** Everybody reads the levels of what they see; making a scale and taking one away is the page's. */
const scales = (type: string) => [add('scale', { name_en: 'Scale X', type, levels: [] }), remove('scale')]
const policy = [list('policy'), one('policy')]
const security = [list('measure'), one('measure')]

/** Pages that everybody signed in may open. */
export const everybodys: readonly string[] = ['/profile', '/doc', '/doc/$id', '/cgu', '/about']

/** What the page of an entity is for, unless it is said below: to list it, and to add to it. */
export const probesOfEntity = ({ entity = '', create }: RouteMeta): readonly Probe[] => [list(entity), ...(create ? [add(entity, {})] : [])]

/**
 * What each page is for that is more than the list of an entity, by hand, as calls that are refused to everybody to whom `route-expectation.ts` hides the page. Pages that are hidden from nobody who
 * has an organisation are tried by the provider's people, who have none.
 */
export const probes: Readonly<Record<string, readonly Probe[]>> = {
  '/home': [list('remediation'), read('/dashboard/actions'), read('/score')],
  '/home/onboarding/$step': [read('/onboarding'), { call: (who) => who.put('/onboarding', { step: 'name' }) }],
  // Its cards lead to pages of their own; the add-ons on it are those of the settings.
  '/admin': [read('/organisation/settings')],
  // Auditors and the provider's people are given nothing, which is what the call answers them.
  '/my_objects': [read('/user/objects', 'AaRSTI')],
  '/notifications': [list('notification')],

  // Contributors read what is theirs of these, and declare or ask, on pages of their own; auditors read them on theirs.
  '/ops/incidents': [list('incident', 'c'), remove('incident')],
  '/incidents/declare': [add('incident', {})],
  // Whoever answers reads the campaign on a page of their own.
  '/ops/campaigns': [list('campaign', 'c'), add('campaign', { name_en: 'Campaign X' })],
  '/ops/campaigns/all': [list('evaluation', 'c'), { call: (who) => who.put('/campaign/1/people', { role: 'EVALUATOR', source: 'MANAGER' }) }],
  '/ops/campaigns/$id': [list('evaluation', 'c'), { call: (who) => who.put('/campaign/1/people', { role: 'EVALUATOR', source: 'MANAGER' }) }],
  '/contributions/evaluations': [list('evaluation', 'PApa')],
  '/ops/campaigns/results/$campaignId': [read('/campaign/1/results', 'c')],
  '/ops/campaigns/results/$campaignId/$perimeterId': [read('/campaign/1/results', 'c')],
  '/ops/campaigns/results/$campaignId/$perimeterId/eval-details': [list('evaluation', 'c')],
  '/contributions/evaluations/results/$campaignId': [read('/campaign/1/results', 'PApa')],
  '/contributions/evaluations/results/$campaignId/$perimeterId': [read('/campaign/1/results', 'PApa')],
  '/contributions/evaluations/results/$campaignId/$perimeterId/eval-details': [list('evaluation', 'PApa')],
  // Auditors read answers, too.
  '/contributions/evaluations/eval/$campaignId': [list('evaluation', 'Aa')],
  '/contributions/evaluations/eval/$campaignId/$perimeterId': [list('evaluation', 'Aa')],
  '/contributions/evaluations/eval/$campaignId/$perimeterId/$controlId': [list('evaluation', 'Aa')],
  '/contributions/evaluations/eval/$campaignId/$perimeterId/$controlId/$questionnaireId': [list('evaluation', 'Aa')],
  '/org/risks/analyses': [list('risk_analysis'), add('risk_analysis', { name_en: 'Analysis X' })],
  '/org/risks/analysis/$id': [list('risk_scenario')],
  '/ops/gaps': [list('gap_register', 'c'), add('gap_register', { name_en: 'Register X' })],
  '/ops/gaps/$id': [list('gap', 'c'), add('gap', { name_en: 'Gap X' })],
  '/ops/gaps/all': [list('gap', 'c'), add('gap', { name_en: 'Gap X' })],
  '/ops/exemptions': [list('exemption_register', 'c'), add('exemption_register', { name_en: 'Register X' })],
  '/ops/exemptions/$id': [list('exemption', 'c')],
  '/ops/exemptions/all': [list('exemption', 'c')],
  '/ops/exemptions/debt': [read('/exemption/debt', 'c')],
  '/org2/forecast': [read('/dashboard/forecast')],
  '/checks': [read('/check'), read('/check/accepted?entity=remediation&word=UNPROVEN')],
  '/ops/projects': [list('isp_project', 'c'), add('isp_project', { name_en: 'Project X' })],
  '/ops/projects/settings': [read('/isp_project/settings')],
  '/ops/projects/$id': [one('isp_project'), one('isp_project', '/decision')],
  '/ops/projects/$id/eval/$campaignId': [list('evaluation', 'c')],
  '/ops/projects/$id/results/$campaignId': [read('/campaign/1/results', 'c')],
  '/ops/projects/$id/results/$campaignId/$perimeterId/eval-details': [list('evaluation', 'c')],
  '/contributions/projects': [list('isp_project', 'PApa')],
  '/ops/suppliers': [list('supplier'), add('supplier', { name_en: 'Supplier X' })],
  '/ops/suppliers/services': [list('supplier_service')],
  '/ops/suppliers/contracts': [list('supplier_contract')],
  '/ops/suppliers/register': [read('/supplier/register'), read('/supplier/register/file')],
  '/ops/suppliers/settings': [read('/supplier/settings')],
  '/ops/evidence': [list('evidence', 'c'), remove('evidence')],
  // Contributors answer what is theirs on a page of their own.
  '/runbooks': [list('runbook', 'c'), add('runbook', { name_en: 'Runbook X' })],
  '/runbooks/$id': [list('runtask', 'c'), add('runtask', { name_en: 'Task X' })],
  '/runbooks/all': [list('runtask', 'c'), add('runtask', { name_en: 'Task X' })],
  '/runbooks/tasks': [list('occurrence', 'c')],
  // Auditors read occurrences, and so what they count.
  '/runbooks/global': [read('/runbook/contribution', 'Aa')],
  '/contributions/runtasks': [list('occurrence', 'PApa')],
  '/contributions/evidence': [list('evidence', 'PApa')],
  '/reporting/metrics': [list('metric', 'c'), add('metric', {})],
  '/contributions/metrics': [list('metric', 'PApa')],
  // Whoever is named reads a dashboard, without a list of them.
  '/reporting/dashboards': [list('dashboard', 'c'), add('dashboard', { name_en: 'Dashboard X' })],
  '/reporting/dashboards/cockpit': [read('/dashboard/cockpit', 'c')],
  '/reporting/links': [list('dashboard_link')],
  '/reporting/dashboards/$id/builder': [one('dashboard', '/draft')],
  '/reporting/dashboards/$id/viewer': [list('dashboard')],
  '/home/$dashboardId': [list('dashboard')],
  '/org2/reporting': [{ call: (who) => who.post('/report/tell', { report: 'ACTIONS', period: 'THIS_MONTH' }) }],
  '/org2/reporting/reviews/$id': [one('management_review', '/figures')],
  '/contributions/incidents': [list('incident', 'PApa')],
  '/org/risks': [list('risk_register', 'c'), add('risk_register', { name_en: 'Register X', impact_types: ['FINANCIAL'] })],
  '/org/risks/registers/$id': [list('risk', 'c'), add('risk', { name_en: 'Risk X' })],
  '/org/risks/all': [list('risk', 'c'), add('risk', { name_en: 'Risk X' })],
  '/contributions/risks': [list('risk', 'PApa')],
  '/contributions/gaps': [list('gap', 'PApa')],
  '/contributions/exemptions': [list('exemption', 'PApa')],

  // Contributors close what comes of their own actions where they end them.
  '/reviews': [list('review', 'c')],
  '/reviews/proposals': [read('/proposal')],

  '/local_actions': [list('remediation', 'PApa')],
  '/local_actions/$id': [list('remediation', 'PApa')],
  // Contributors read the plans that hold their actions.
  '/actions': [list('program', 'c'), add('program', { name_en: 'Plan X' })],
  '/actions/labels': [{ call: (who) => who.get('/remediation/labels'), elsewhere: 'c' }],
  '/actions/filtered': [list('remediation', 'c'), { call: (who) => who.post('/remediation/stats', { queryParams: {} }), elsewhere: 'c' }],
  '/actions/$id': [list('remediation', 'c')],
  '/actions/$id/mapping': [{ call: (who, id) => who.put(`/remediation/${id('remediation')}`, { measure: id('measure') }) }],

  '/org/security-bases': security,
  '/org/security-bases/$perimeterId/measures': security,
  '/org/security-bases/$perimeterId/differences': [{ call: (who, id) => who.get(`/measure/differences?perimeter=${id('perimeter')}`) }],
  '/org/security_base/diff/$id': [{ call: (who, id) => who.post(`/measure/${id('measure')}/differences`) }],
  '/org/modeling': [list('perimeter', 'c')],
  '/org/modeling/properties': [list('perimeter_property_value', 'c')],
  '/org/groupings': [list('tag', 'c')],
  '/admin/catalog/policies': [read('/policy/shared'), read('/solution/shared'), read('/threat/shared'), read('/mapping_set/shared')],
  '/org/questionnaires/$id': [list('questionnaire')],
  '/org/questionnaires/$id/results': [read('/questionnaire/1/results')],
  '/admin/catalog/questionnaires': [read('/questionnaire/shared')],
  '/admin/catalog/questionnaires/$id': [read('/questionnaire/shared')],
  '/org/policies': policy,
  '/org/policies/$id': policy,
  '/org/policies/requirements': [list('control')],
  '/org/policies/$id/scores': [{ call: (who, id) => who.get(`/score/policy/${id('policy')}`) }],
  '/org/policies/statement/$id': [one('policy_application', '/statement')],
  '/org/policies/import': [{ call: (who) => who.upload('/library/import', 'x.yaml', 'x') }],
  '/org/policies/shelf': [read('/shelf', 'P'), read('/shelf/status', 'P')],
  '/org/policies/imported/$id': [{ call: (who, id) => who.get(`/library_addition/${id('library_addition')}`) }],
  '/admin/catalog/policies/$id/diff/$ref': [one('policy')],
  '/org2/perimeters': [read('/score/perimeters')],
  '/org2/benchmark': [read('/benchmark'), { call: (who) => who.post('/benchmark/export', {}) }],
  '/score-engine/policy-score-coverage': [read('/score', 'pa')],

  // Who may act as users finds them on their page (ACC-44); colleagues are everybody's to name (ADM-42).
  '/admin/users': [
    add('member', { email: 'x@y.example', firstname: 'X', lastname: 'Y', roles: ['contributor'] }),
    change('member', { job_title: 'x' }),
    one('member', '/objects'),
    { call: (who, id) => who.post(`/member/${id('member')}/unlock`) },
    { call: (who, id) => who.post(`/member/${id('member')}/invite`) },
    read('/provider_user'),
  ],
  '/admin/users/$id/objects': [one('member', '/objects')],
  '/admin/group/$id/objects': [one('group', '/objects')],
  '/admin/holders': [read('/holder', 'P'), read('/holder/alone', 'P'), one('member', '/departure')],
  // Whom to ask is everybody's to know.
  '/admin/functions': [add('job_function', { name_en: 'Function X' }), change('job_function', { name_en: 'Function Z' }), remove('job_function')],
  '/admin/contacts': [add('contact', { name: 'Contact X' }), change('contact', { name: 'Contact Z' }), remove('contact')],
  '/admin/group': [add('group', { name: 'Group X' }), change('group', { name: 'Group Z' }), remove('group')],
  '/admin/categories': [add('category', { name_en: 'Category X' }), remove('category')],
  '/admin/labels': [add('label', { name: 'Label X' }), remove('label')],
  '/admin/scales/indicator': scales('indicator'),
  '/admin/scales/eval': scales('eval'),
  '/admin/scales/risk': scales('risk'),
  '/admin/scales/perimeter': scales('perimeter'),
  '/admin/scales/priority': scales('priority'),
  '/admin/scales/weather': scales('weather'),
  '/admin/scales/business_impacts': scales('business_impacts'),
  '/admin/perimeter_properties': [add('perimeter_property', { name_en: 'Property X', type: 'TEXT' }), remove('perimeter_property')],
  '/admin/auth_config': [list('auth_config'), add('auth_config', {})],
  '/admin/public_api': [list('api_key')],
  '/admin/public_api/webhooks': [list('webhook')],
  '/admin/customer_connectors': [list('customer_connector')],
  '/admin/customer_connectors/new/$identifier': [list('customer_connector')],
  '/admin/customer_connectors/$id/jobs': [one('customer_connector', '/jobs')],
  '/admin/connectors': [{ call: (who) => who.get('/connector') }],
  '/admin/catalog/connectors': [{ call: (who) => who.get('/connector') }],
  '/admin/public_api/scim': [list('scim_connection')],
  '/admin/public_api/scim/$id': [one('scim_connection', '')],
  '/admin/public_api/documentation': [list('api_key')],
  '/admin/customer_connectors/$id/tickets': [{ call: (who) => who.get('/ticket_join/1') }],
  '/admin/logs': [{ call: (who) => who.get('/log') }],
  '/admin/archive': [{ call: (who) => who.get('/archive') }],
  '/admin/licenses': [{ call: (who) => who.get('/licence') }],
  '/admin/preferences': [read('/preference', 'PA'), { call: (who) => who.put('/organisation/settings', { password_max_age_days: 30 }) }],
  // Everybody finds the reports of what they imported themselves.
  '/admin/import_reports': [list('import_report', 'Apa')],

  // Local roles choose among models of measures, and read what policies rest on.
  '/admin/catalog/measures': [list('solution', 'pa'), add('solution', { name_en: 'Model X' })],
  '/admin/catalog/actions': [list('remediation_model', 'pa'), add('remediation_model', { name_en: 'Model X' })],
  '/actions/catalog': [list('remediation_model')],
  '/runbooks/catalog': [list('runtask_model')],
  '/indicators/catalog': [list('indicator_model')],
  '/admin/catalog/metrics': [list('metric_model', 'pa'), add('metric_model', { name_en: 'Model X' })],
  '/admin/catalog/indicators': [list('indicator_model', 'pa'), add('indicator_model', { name_en: 'Model X', formula: '1' })],
  '/admin/catalog/runtasks': [list('runtask_model', 'pa'), add('runtask_model', { name_en: 'Model X' })],
  '/admin/catalog/threats': [list('threat', 'pa'), remove('threat')],
  '/org/risks/catalog': [list('risk_model')],
  '/admin/risk_analysis_catalog/risks': [list('risk_model', 'pa'), add('risk_model', { name_en: 'Model X' })],
  '/admin/risk_analysis_catalog/business-value': [list('business_value_model', 'pa'), add('business_value_model', { name_en: 'Model X' })],
  '/admin/risk_analysis_catalog/supporting-asset': [list('supporting_asset_model', 'pa'), add('supporting_asset_model', { name_en: 'Model X' })],
  '/admin/risk_analysis_catalog/threat': [list('threat', 'pa'), remove('threat')],
  '/admin/catalog/risk_matrices': [list('risk_matrix', 'pa'), remove('risk_matrix')],
  '/admin/catalog/questions': [list('question', 'pa'), remove('question')],
  '/admin/catalog/mapping_sets': [list('mapping_set', 'pa'), remove('mapping_set')],
  '/admin/catalog/libraries': [list('library', 'pa')],

  '/admin/archive-import': [{ call: (who) => who.get('/archive-import') }],
  '/admin/customer': [read('/customer'), { call: (who) => who.post('/customer', { name: 'Customer X' }) }],
  '/admin/instance': [
    { call: (who) => who.post('/instance', { name: 'Instance X' }) },
    { call: (who) => who.put('/instance/1', { name: 'Instance Y' }) },
    read('/instance/1/terms'),
  ],
  '/admin/internal_indicators': [read('/internal_indicator')],
  '/admin/internal_metrics': [read('/internal_metric')],
  '/admin/properties': [read('/metadata_property/use')],
  '/admin/login-message': [{ call: (who) => who.put('/login_message/1', { title_en: 'X' }) }],
}
