import type { ReportBlock } from '#kit/contract/report.ts'
import { copyBlocks, decidedBlocks, decisionAsked, decisionOf, decisionSubtitle, decisionThere } from '#kit/server/reports/decision-report.ts'
import { reportFrame } from '#kit/server/reports/frame.ts'
import { defineReport } from '#kit/server/reports/report-kind.ts'
import { keptFile, shownFiles } from './file/file.ts'
import { fileBlocks } from './file/file-blocks.ts'

const entity = 'isp_project'

/** Whether a project may go live, as it was recorded, with the file that was kept: of what its reader may not open it says that there is something, as the page does. Nobody asked for it: who recorded it decided. */
export const decisionPaper = defineReport({
  name: 'project_decision',
  entity,
  right: 'isp_project.read',
  summary: 'Make a file of the frozen file of a security decision',
  asked: decisionAsked,
  has: decisionThere(entity),
  compose: async (context) => {
    const found = await decisionOf(context, entity)
    if (!found) return null
    const { one, number } = found
    const { tx, resources, translate } = context
    const [file] = await shownFiles(tx, resources, [keptFile(one.content)])
    const own = one.decided_by !== null && (one.copy.manager as { readonly id: number } | null)?.id === one.decided_by.id
    const led: ReportBlock[] = own ? [{ kind: 'paragraph', text: [{ text: translate('projects.decide.own'), soft: true }] }] : []
    return {
      ...(await reportFrame(context, {
        title: translate('kit.record.decision.paper_decision', { number }),
        subtitle: decisionSubtitle(context, entity, one),
        version: translate(`projects.entities.isp_project.choices.decision.${one.state}`),
      })),
      blocks: [
        ...decidedBlocks(context, one),
        ...(await copyBlocks(context, entity, one, { also: ['decision_date', 'reservations'] })),
        ...led,
        ...(file ? fileBlocks(context, file) : []),
      ],
    }
  },
})
