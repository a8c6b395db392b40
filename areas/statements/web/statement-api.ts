import { useQuery } from '@tanstack/react-query'
import type { askApproval, decideApproval, justifyLines, readApplicability, withdrawApproval } from '#areas/statements/contract/calls.ts'
import { controlInclusion } from '#areas/statements/contract/control-inclusion.ts'
import type { Statement, StatementFilter, StatementLine } from '#areas/statements/contract/statement.ts'
import { api } from '#kit/web/api/client.ts'
import { saveRow } from '#kit/web/api/save-row.ts'

/** A statement, compared with one of its approved versions: the last one, unless another is chosen. */
export const useStatement = (id: string, against: number | undefined) =>
  useQuery({
    queryKey: ['policy_application', 'applicability', id, against ?? null],
    queryFn: ({ signal }) => api.call<typeof readApplicability>('GET /policy_application/{id}/applicability', { params: { id }, query: { against }, signal }),
    placeholderData: (before) => before,
  })

/** Writes, changes or takes away the reason of a requirement. */
export async function saveReason(line: StatementLine, perimeter: number, text: string): Promise<unknown> {
  const { justification: known } = line
  if (line.state === 'EXCLUDED') return known && saveRow(`/control_not_applicable/${known.id}`, known, { justification: text })
  if (!known) return api.post(`/${controlInclusion.name}`, { perimeter, lineage_id: line.lineage_id, justification: text })
  const path = `/${controlInclusion.name}/${known.id}`
  return text === '' ? api.del(path) : saveRow(path, known, { justification: text })
}

export const justify = (id: number, lineages: readonly number[], justification: string, replace: boolean) =>
  api.call<typeof justifyLines>('POST /policy_application/{id}/justify', { params: { id }, body: { lineages: [...lineages], justification, replace } })

export const ask = (id: number, comment: string) =>
  api.call<typeof askApproval>('POST /policy_application/{id}/ask_approval', { params: { id }, body: { comment: comment.trim() || null } })

export const decide = (id: number, request: number, outcome: 'APPROVED' | 'REJECTED', reason: string | null, alone = false) =>
  api.call<typeof decideApproval>('POST /policy_application/{id}/decide_approval', {
    params: { id },
    body: { request, outcome, reason, ...(alone && { alone }) },
  })

export const withdraw = (id: number) => api.call<typeof withdrawApproval>('POST /policy_application/{id}/withdraw_approval', { params: { id } })

export const downloadSheet = (id: number, show: StatementFilter, search: string) =>
  api.download(`/policy_application/${id}/applicability_file?${new URLSearchParams({ show, search })}`)

/** The requirement as it is called in a sentence. */
export const nameOf = ({ identifier, name }: Pick<StatementLine, 'identifier' | 'name'>) => identifier ?? name ?? ''

export type Request = NonNullable<Statement['request']>
