import { useQuery } from '@tanstack/react-query'
import type { addAction, interruptProject, moveStep, openGap, readDecisions, recordDecision, reopenProject } from '#areas/projects/contract/calls.ts'
import type { dropDraft, saveDraft } from '#areas/projects/contract/draft-calls.ts'
import { orderOf, type DevStep } from '#areas/projects/contract/steps.ts'
import type { BodyOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'
import type { Project } from '#areas/projects/web/presentation.tsx'

/** What was decided, with the files; read again with every write of the project and of what its file tells. */
export const useProjectDecisions = ({ id, version }: Project) =>
  useQuery({
    queryKey: ['isp_project', 'decision', id, version],
    queryFn: ({ signal }) => api.call<typeof readDecisions>('GET /isp_project/{id}/decision', { params: { id }, signal }),
    staleTime: 0,
  })

export const transition = async ({ id, version }: Project, to: DevStep, day: string, moveTo: number | null) =>
  (
    await api.call<typeof moveStep>('POST /isp_project/{id}/transition', {
      params: { id },
      body: { dev_step: orderOf(to), target_date: day, ...(moveTo !== null && { move_to: moveTo }), version },
    })
  ).message

export const interrupt = async ({ id, version }: Project, comment: string | null) =>
  (await api.call<typeof interruptProject>('POST /isp_project/{id}/interrupt', { params: { id }, body: { comment, version } })).message

export const reopen = async ({ id, version }: Project) =>
  (await api.call<typeof reopenProject>('POST /isp_project/{id}/reopen', { params: { id }, body: { version } })).message

export const decideAbout = async ({ id, version }: Project, body: Omit<BodyOf<typeof recordDecision>, 'version'>) =>
  (await api.call<typeof recordDecision>('POST /isp_project/{id}/decision', { params: { id }, body: { ...body, version } })).message

export const keepDraft = ({ id }: Project, body: BodyOf<typeof saveDraft>) =>
  api.call<typeof saveDraft>('PUT /isp_project/{id}/decision/draft', { params: { id }, body })

export const discardDraft = async ({ id }: Project, seen: number) =>
  (await api.call<typeof dropDraft>('DELETE /isp_project/{id}/decision/draft', { params: { id }, query: { seen } })).message

export const openGapOf = async ({ id, version }: Project, test: number, register: number) =>
  (await api.call<typeof openGap>('POST /isp_project/{id}/test/{test}/gap', { params: { id, test }, body: { register, version } })).message

export const linkAction = async ({ id }: Project, remediation: number) =>
  (await api.call<typeof addAction>('POST /isp_project/{id}/remediation', { params: { id }, body: { remediation } })).message
