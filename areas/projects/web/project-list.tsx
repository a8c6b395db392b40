import { useMemo, useState } from 'react'
import { ispProject } from '#areas/projects/contract/isp-project.ts'
import type { DevStep } from '#areas/projects/contract/steps.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ListPageProps } from '#kit/web/resource/list-props.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { useWorkList } from '#kit/web/work/use-work-list.tsx'
import { ChartGantt, Settings2 } from 'lucide-react'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { mayGo } from './step-rights.ts'
import { projectTransitions, type Project } from './presentation.tsx'
import { StepDialog } from './project/step-dialog.tsx'
import { Timeline } from './timeline.tsx'

interface Asked {
  readonly row: Project
  readonly to: DevStep
  readonly answer: (done: boolean) => void
}

/** Projects in a list, on a board by step, and over time; a card that is moved asks for the day of the change. */
export function ProjectList(props: Pick<ListPageProps<typeof ispProject>, 'onOpen' | 'panel' | 'defaults'>) {
  const t = useWords('projects')
  const who = useSession()
  const { tabs, board, bulkActions, dialogs } = useWorkList(ispProject, projectTransitions)
  const [asked, setAsked] = useState<Asked>()
  const views = useMemo(
    () => ({
      board: {
        ...board,
        canMove: (row: Project, to: string) => mayGo(row, to as DevStep, who),
        onMove: (row: Project, to: string) =>
          new Promise<void>((resolve, reject) => setAsked({ row, to: to as DevStep, answer: (done) => (done ? resolve() : reject(new Error('declined'))) })),
      },
      timeline: { label: t('timeline.label'), icon: ChartGantt, render: Timeline },
    }),
    [board, who, t],
  )
  const tools = props.onOpen ? (
    <ButtonLink to={path('/ops/projects/settings')} icon={<Settings2 size={14} aria-hidden />}>
      {t('settings.open')}
    </ButtonLink>
  ) : null
  const end = (done: boolean) => {
    asked?.answer(done)
    setAsked(undefined)
  }
  return (
    <>
      <ListPage {...props} tools={tools} entity={ispProject} tabs={tabs} views={views} bulkActions={bulkActions.filter(({ name }) => name !== 'status')} />
      {dialogs}
      {asked ? <StepDialog row={asked.row} to={asked.to} onClose={() => end(false)} onDone={() => end(true)} /> : null}
    </>
  )
}
