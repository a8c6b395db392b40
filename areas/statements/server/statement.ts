import { everyApplication, everyRequirement } from '#areas/policies/server/index.ts'
import { sql } from 'kysely'
import { byPilots } from '#kit/server/access/row-rule.ts'
import { notFound } from '#kit/contract/errors.ts'
import type { Reference } from '#kit/contract/field.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { decidesAlone, decisionsOf, type AskedOf, type ReadDecision } from '#kit/server/data/work/decision.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { statementApproval } from '#areas/statements/contract/approval.ts'
import { requirementStates, type RequirementState, type Statement, type StatementLine } from '#areas/statements/contract/statement.ts'
import { loadLines, type Application, type CurrentLine, type Scores } from './load-lines.ts'

/** A line as it is kept when its approval is asked for; its author by id alone. */
interface FrozenLine {
  readonly lineage_id: number
  readonly identifier: string | null
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly state: string
  readonly measures: readonly (readonly [id: number, identifier: string])[]
  readonly justification: string | null
  readonly author: number | null
  readonly at: string | null
}

/** The application that a statement is of, as its reader may see it; throws NOT_FOUND. */
export async function applicationOf(tx: Tx, resources: Resources, id: number): Promise<Application> {
  const resource = resourceOf(resources, 'policy_application')
  const row = await getRow(tx, authorize(tx.who, resource.def.rights.read), resource, resources, id)
  const { policy, policy_version, perimeter } = row as { [field: string]: unknown } as Record<'policy' | 'policy_version' | 'perimeter', Reference>
  return { id, label: String(row.label), policy, policy_version, perimeter }
}

/** The question of a statement, with its lines as what is decided about. */
export const askedOf = (scores: Scores, resources: Resources): AskedOf<'APPROVED' | 'REJECTED'> => ({
  question: statementApproval,
  resource: resourceOf(resources, 'policy_application'),
  decides: byPilots,
  content: async (tx, id) => frozen(tx, id, await loadLines(scores, tx, await applicationOf(tx, resources, id))),
})

async function frozen(tx: Tx, id: number, lines: readonly CurrentLine[]): Promise<FrozenLine[]> {
  const names = await tx.run(sql<{ lineage_id: number; name_en: string | null; name_fr: string | null }>`select c.lineage_id, c.name_en, c.name_fr
    from ${everyApplication(tx.customerId)} a join ${everyRequirement(tx.customerId)} c on c.policy_version_id = a.policy_version_id
    where a.id = ${id}`)
  const named = new Map(names.map((row) => [row.lineage_id, row]))
  return lines.map(({ lineage_id, identifier, state, measures, justification: why }) => ({
    lineage_id,
    identifier,
    name_en: named.get(lineage_id)?.name_en ?? null,
    name_fr: named.get(lineage_id)?.name_fr ?? null,
    state,
    measures: measures.map((measure) => [measure.id, measure.identifier] as const),
    justification: why?.text ?? null,
    author: why?.author?.id ?? null,
    at: why?.at ?? null,
  }))
}

const linesOf = (decision: ReadDecision | undefined): Map<number, FrozenLine> | null =>
  decision ? new Map(((decision.content ?? []) as FrozenLine[]).map((line) => [line.lineage_id, line])) : null

const isState = (state: string): state is RequirementState => requirementStates.some((known) => known === state)

/** What auditors look at: state, and reason. */
const same = (line: CurrentLine, then: FrozenLine | undefined) =>
  then !== undefined && then.state === line.state && then.justification === (line.justification?.text ?? null)

/** The statement of a policy in a perimeter, with its approved versions; `against`, one of them, is what its lines are compared with. */
export async function readWhole(scores: Scores, tx: Tx, resources: Resources, id: number, against?: number): Promise<Statement> {
  const resource = resourceOf(resources, 'policy_application')
  const application = await applicationOf(tx, resources, id)
  const current = await loadLines(scores, tx, application)
  const all = await decisionsOf(tx, authorize(tx.who, resource.def.rights.read), resource, resources, id)
  const asked = all.filter(({ question }) => question === statementApproval.name)
  const approved = asked.filter(({ state }) => state === 'APPROVED')
  const chosen = against === undefined ? approved[0] : approved.find((one) => one.id === against)
  if (against !== undefined && !chosen) throw notFound()
  const [last, then] = [linesOf(approved[0]), linesOf(chosen)]
  const open = asked[0]?.state === 'OPEN' ? asked[0] : undefined
  const rejected = asked[0]?.state === 'REJECTED' ? asked[0] : undefined
  const { who } = tx
  const pilot = who.roles.includes('global_pilote') || (who.roles.includes('local_pilote') && who.perimeterIds.includes(application.perimeter.id))
  const decides = pilot && can(who, 'statement.approve')
  return {
    application: {
      id: application.id,
      label: application.label,
      policy: application.policy,
      perimeter: application.perimeter,
      version: application.policy_version.name,
    },
    lines: current.map((line): StatementLine => {
      const was = then?.get(line.lineage_id)
      return {
        ...line,
        was: was && isState(was.state) && !same(line, was) ? { state: was.state, justification: was.justification } : null,
        approval: last === null ? 'NEW' : same(line, last.get(line.lineage_id)) ? 'APPROVED' : 'CHANGED',
      }
    }),
    versions: approved.map((one, n) => ({
      number: approved.length - n,
      request: one.id,
      at: (one.decided_at ?? one.asked_at).toISOString(),
      by: one.decided_by,
      alone: one.alone,
    })),
    against: chosen?.id ?? null,
    request: open
      ? {
          id: open.id,
          at: open.asked_at.toISOString(),
          by: open.asked_by,
          comment: open.comment,
          stale: open.stale || JSON.stringify(open.content) !== JSON.stringify(await frozen(tx, id, current)),
        }
      : null,
    rejected: rejected ? { by: rejected.decided_by, at: (rejected.decided_at ?? rejected.asked_at).toISOString(), reason: rejected.reason } : null,
    may: {
      write: pilot && can(who, 'control_inclusion.write'),
      ask: can(who, 'policy_application.write'),
      decide: decides && open !== undefined && open.asked_by?.id !== who.memberId,
      alone: decides && (await decidesAlone(tx, { resource, decides: byPilots }, id)),
    },
  }
}
