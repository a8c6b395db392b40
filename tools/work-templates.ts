/** What `npm run new-entity -- <area> <name> --work` writes otherwise: an entity with a lifecycle to begin with. */

interface Named {
  readonly area: string
  readonly name: string
  readonly file: string
  /** The names of the entity and of its work in code. */
  readonly constant: string
  readonly title: string
  /** The page that shows it. */
  readonly path: string
}

const lower = (title: string) => title.toLowerCase()

export const workTemplate = ({ area, name, file, constant, title, path }: Named) => ({
  contract: `import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, identifier, localized, markdown, ref, text } from '#kit/contract/field.ts'
import { workFlags } from '#kit/contract/work-item.ts'

/** In the order of tabs and boards. */
export const ${constant}Statuses = ['OPENED', 'IN_PROGRESS', 'CLOSED'] as const

/** What it is, in one sentence that the interface does not say. */
export const ${constant} = defineEntity({
  name: '${name}',
  area: '${area}',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: '${name[0]?.toUpperCase()}' }),
    name: localized({ need: 'required' }),
    description: markdown(),
    status: choice(${constant}Statuses, { default: 'OPENED' }),
    status_reason: text({ max: 2000 }),
    manager: ref('member'),
    group: ref('group'),
    target_date: date({ past: 'warning' }),
    closed_on: date({ notAfter: 'today' }),
    ...workFlags,
  },
  rights: { read: '${name}.read', create: '${name}.write', update: '${name}.write', delete: '${name}.write' },
  list: {
    columns: ['identifier', 'name', 'status', 'manager', 'target_date'],
    more: ['group', 'closed_on'],
    filters: ['identifier', 'name', 'status', 'manager', 'group', 'target_date', 'closed', 'mine', 'waits_for', 'late', 'soon'],
    sort: ['closed', 'target_date'],
    search: ['identifier', 'name', 'description'],
  },
  form: [{ section: 'general', fields: ['name', 'status', 'status_reason', 'manager', 'group', 'target_date', 'closed_on', 'identifier', 'description'] }],
})
`,
  work: `import { defineWorkItem } from '#kit/contract/work-item.ts'
import { ${constant} } from './${file}.ts'

/** Which status follows which, and what that takes. */
export const ${constant}Work = defineWorkItem(${constant}, {
  status: 'status',
  begins: 'OPENED',
  reason: 'status_reason',
  states: {
    OPENED: {},
    IN_PROGRESS: {},
    CLOSED: { closed: true, since: 'closed_on' },
  },
  moves: {
    start: { from: ['OPENED'], to: 'IN_PROGRESS' },
    close: { from: ['OPENED', 'IN_PROGRESS'], to: 'CLOSED' },
    reopen: { from: ['CLOSED'], to: 'IN_PROGRESS', reason: true },
  },
  responsible: { person: 'manager', group: 'group' },
  due: { date: 'target_date', soon: 14 },
})
`,
  pageModule: `import { ${constant} } from '#areas/${area}/contract/${file}.ts'
import { ${constant}Work } from '#areas/${area}/contract/${file}-work.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { workCells } from '#kit/web/work/responsible.tsx'
import { transitionsOf } from '#kit/web/work/transition.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'

definePresentation(${constant}, { cells: workCells(${constant}Work) })
const transitions = transitionsOf(${constant}Work)

export const Page = () => <WorkListPage entity={${constant}} transitions={transitions} />
`,
  resource: `import { noRow } from '#kit/server/access/row-rule.ts'
import { defineWorkResource } from '#kit/server/data/work/work-resource.ts'
import { ${constant}Work } from '#areas/${area}/contract/${file}-work.ts'

/** Nobody reaches a row until somebody says who does, with \`byRole\`, \`withinReach\`, \`assignedTo\` and the like. */
export const ${constant}Resource = defineWorkResource({
  work: ${constant}Work,
  rules: { read: noRow, create: noRow, update: noRow, delete: noRow },
})
`,
  /** What people are told of it each morning or week. */
  digest: `workDigest(${constant}Resource, () => '${path}')`,
  /** Words of the entity beside its names: the French say what every entity has, what is its own is still English. */
  words: {
    en: `linked: { manager: '${title}: manager', group: '${title}: group' }, sections: { general: 'General' }, fields: { identifier: 'ID', name: 'Name', description: 'Description', status: 'Status', status_reason: 'Reason', manager: 'Manager', group: 'Group', target_date: 'Target date', closed_on: 'Closed on', closed: 'Closed', mine: 'Mine', waits_for: 'Waits for me', late: 'Late', soon: 'Due soon' }, choices: { status: { OPENED: 'Opened', IN_PROGRESS: 'In progress', CLOSED: 'Closed' }, waits_for: { REVIEW: 'Review', DECISION: 'Decide', LATE: 'Late' } }, do: { start: 'Start', close: 'Close', reopen: 'Reopen' }, now: { OPENED: 'The ${lower(title)} is now opened', IN_PROGRESS: 'The ${lower(title)} is now in progress', CLOSED: 'The ${lower(title)} is now closed' }`,
    fr: `linked: { manager: '${title}: manager', group: '${title}: group' }, sections: { general: 'Général' }, fields: { identifier: 'Identifiant', name: 'Nom', description: 'Description', status: 'Statut', status_reason: 'Motif', manager: 'Responsable', group: 'Groupe', target_date: 'Échéance', closed_on: 'Clos le', closed: 'Clos', mine: 'À moi', waits_for: 'En attente de moi', late: 'En retard', soon: 'Échéance proche' }, choices: { status: { OPENED: 'Ouvert', IN_PROGRESS: 'En cours', CLOSED: 'Clos' }, waits_for: { REVIEW: 'Examiner', DECISION: 'Décider', LATE: 'En retard' } }, do: { start: 'Commencer', close: 'Clore', reopen: 'Rouvrir' }, now: { OPENED: 'The ${lower(title)} is now opened', IN_PROGRESS: 'The ${lower(title)} is now in progress', CLOSED: 'The ${lower(title)} is now closed' }`,
  },
})
