import { useQuery } from '@tanstack/react-query'
import type { prepareProject, readClassification, readProjectRequirements, writeClassification } from '#areas/projects/contract/classify-calls.ts'
import type { BodyOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'
import type { Project } from '#areas/projects/web/presentation.tsx'

/** What is asked to classify a project, and what was answered each time. */
export const useClassification = ({ id, version }: Project) =>
  useQuery({
    queryKey: ['isp_project', 'classification', id, version],
    queryFn: ({ signal }) => api.call<typeof readClassification>('GET /isp_project/{id}/classification', { params: { id }, signal }),
    select: ({ object }) => object,
  })

/** What a project must do, and what of it is there. */
export const useDemands = ({ id, version }: Project) =>
  useQuery({
    queryKey: ['isp_project', 'demands', id, version],
    queryFn: ({ signal }) => api.call<typeof readProjectRequirements>('GET /isp_project/{id}/requirements', { params: { id }, signal }),
    select: ({ object }) => object.lines,
    staleTime: 0,
  })

export const classifyProject = async ({ id }: Project, body: BodyOf<typeof writeClassification>) =>
  (await api.call<typeof writeClassification>('POST /isp_project/{id}/classification', { params: { id }, body })).message

export const prepare = async ({ id }: Project) => (await api.call<typeof prepareProject>('POST /isp_project/{id}/prepare', { params: { id } })).message
