import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ispProject } from '#areas/projects/contract/isp-project.ts'
import { Navigate, useNavigate } from '#kit/web/navigation.ts'
import { listAhead } from '#kit/web/resource/list-ahead.ts'
import { path } from '#kit/web/route.ts'
import { ProjectList } from './project-list.tsx'

export const ahead = listAhead(ispProject)

/** All projects: a list, a board by step, a timeline; one opens on a page of its own (PRJ-01, PRJ-18). */
export function Page() {
  const navigate = useNavigate()
  const id = useLocation({ select: ({ search }) => Number((search as { id?: unknown }).id) })
  const open = useMemo(() => (row: { id: number }) => void navigate({ to: path('/ops/projects/$id', { id: row.id }) }), [navigate])
  if (Number.isInteger(id)) return <Navigate to={path('/ops/projects/$id', { id })} replace />
  return <ProjectList onOpen={open} />
}
