import type { ReportBlock } from '#kit/contract/report.ts'
import { decisionReport } from '#kit/server/reports/decision-report.ts'
import { keptFile, shownFiles } from './file/file.ts'
import { fileBlocks } from './file/file-blocks.ts'

/** Whether a project may go live, as it was recorded, with the file that was kept: of what its reader may not open it says that there is something, as the page does. */
export const decisionPaper = decisionReport({
  name: 'project_decision',
  entity: 'isp_project',
  right: 'isp_project.read',
  summary: 'Make a file of the frozen file of a security decision',
  outcome: (state) => `projects.entities.isp_project.choices.decision.${state}`,
  also: ['decision_date', 'reservations'],
  atOnce: true,
  more: async (context, { content, copy, decided_by: decider }) => {
    const [file] = await shownFiles(context.tx, context.resources, [keptFile(content)])
    const own = decider !== null && (copy.manager as { readonly id: number } | null)?.id === decider.id
    const led: ReportBlock[] = own ? [{ kind: 'paragraph', text: [{ text: context.translate('projects.decide.own'), soft: true }] }] : []
    return [...led, ...(file ? fileBlocks(context, file) : [])]
  },
})
