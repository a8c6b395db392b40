import { isNeighbour, type DevStep } from '#areas/projects/contract/steps.ts'
import { holds, type SessionUser } from '#kit/web/api/session.ts'
import type { Project } from './presentation.tsx'

/** Whether the reader may bring a project to a step as it stands; the server asks again (PRJ-14, PRJ-21). */
export function mayGo(row: Project, to: DevStep, who: SessionUser): boolean {
  const from = row.dev_step ?? 'IDENTIFICATION'
  if (!row.edit_right || row.status !== 'ONGOING' || from === to || from === 'CLOSE') return false
  if (to === 'CLOSE') return from === 'PRODUCTION' || (row.edit_right_regular && holds(who, 'isp_project.manage'))
  if (!isNeighbour(from, to)) return false
  return to !== 'PRODUCTION' || row.decision === 'GO' || (row.decision === 'NOGO' && row.exempted)
}
