import { useMemo, useState } from 'react'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { devSteps, moveWord, orderOf, type DevStep } from '#areas/projects/contract/steps.ts'
import { mayGo } from './step-rights.ts'
import type { Project } from './presentation.tsx'
import { Overview } from './project/overview.tsx'
import { StepBar } from './project/step-bar.tsx'
import { StepDialog } from './project/step-dialog.tsx'
import { ProjectList } from './project-list.tsx'
import css from './project/project.module.css'

/** What somebody works on, with the changes of step that are theirs (PRJ-18). */
export function Page() {
  const t = useWords('projects')
  const who = useSession()
  const [asked, setAsked] = useState<{ readonly row: Project; readonly to: DevStep }>()
  const panel = useMemo(
    (): PanelParts<Project> => ({
      wide: true,
      tabs: [{ value: 'overview', label: t('page.overview'), first: true, Content: Detail }],
      verbs: (row) => {
        const at = orderOf(row.dev_step ?? 'IDENTIFICATION')
        return [devSteps[at], devSteps[at - 2]].flatMap((to) =>
          to && mayGo(row, to, who)
            ? [{ name: to, label: t(`move.${moveWord(row.dev_step ?? 'IDENTIFICATION', to)}`), primary: orderOf(to) > at, run: () => setAsked({ row, to }) }]
            : [],
        )
      },
    }),
    [t, who],
  )
  return (
    <>
      <ProjectList panel={panel} defaults={openFirst} />
      {asked ? <StepDialog row={asked.row} to={asked.to} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}

const openFirst = { filters: [{ name: 'closed', selected_options: [false] }] }
const nobody = () => false

function Detail({ row }: { readonly row: Project }) {
  return (
    <div className={css.inPanel}>
      <StepBar row={row} mayMove={nobody} onMove={nobody} />
      <Overview row={row} />
    </div>
  )
}
