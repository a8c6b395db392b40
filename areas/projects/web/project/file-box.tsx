import { CircleAlert, CircleCheck, CircleDashed, Eye, FileLock } from 'lucide-react'
import { useState } from 'react'
import type { readDecisions } from '#areas/projects/contract/calls.ts'
import { missingIn, standingOf, type DecisionFile, type FileLine, type FilePart } from '#areas/projects/contract/file.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { FrozenFile } from '#kit/web/resource/frozen-file.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks, lookOf } from '#kit/web/ui/status-looks.ts'
import { campaign } from '#areas/campaigns/contract/campaign.ts'
import { gap } from '#areas/gaps/contract/gap.ts'
import { exemption } from '#areas/exemptions/contract/exemption.ts'
import { risk } from '#areas/risks/contract/risk.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { testResults } from '#areas/projects/contract/isp-project.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import { resultLooks } from './tests-tab.tsx'
import type { Project } from '#areas/projects/web/presentation.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './project.module.css'

type Decisions = AnswerOf<typeof readDecisions>
/** A file that is looked at; with its decision, where it was kept with one. */
interface Opened {
  readonly file: DecisionFile
  readonly of: Decisions['objects'][number] | undefined
}
const paperOf = ({ id }: Project) => `/isp_project/${id}/project_decision_report`
const standings = {
  open: <CircleAlert size={15} aria-hidden data-warn />,
  done: <CircleCheck size={15} aria-hidden data-ok />,
  none: <CircleDashed size={15} aria-hidden />,
}

/** How many there are of a part, and how many of those that must be there are missing. */
function useCounted(): (file: DecisionFile, part: FilePart) => string {
  const t = useWords('projects')
  const format = useFormat()
  return (file, { name, count }) => {
    const missing = missingIn(file, name)
    const there = count === 0 ? t(`file.none.${name as 'gaps'}`) : format.number(count)
    return missing > 0 ? t('file.missing', { there, count: missing }) : there
  }
}

/** What is kept with a decision: as it stands today until one is recorded, then as it was. */
export function FileBox({ row, decisions, preview }: { readonly row: Project; readonly decisions: Decisions | undefined; readonly preview: boolean }) {
  const t = useWords('projects')
  const format = useFormat()
  const counted = useCounted()
  const [open, setOpen] = useState<Opened>()
  if (!decisions)
    return (
      <Grid gap={10} narrows padY={12} padX={14} className={css.file}>
        <SkeletonRows count={5} />
      </Grid>
    )
  const recorded = row.decision !== null && !preview ? decisions.objects[0] : undefined
  const shown = recorded?.file ?? decisions.file
  const former = decisions.objects.slice(recorded ? 1 : 0)
  const decisionWord = (state: string) => (state === 'GO' || state === 'NOGO' ? t(`entities.isp_project.choices.decision.${state}`) : state)
  return (
    <Grid gap={10} narrows padY={12} padX={14} className={css.file}>
      <header>
        <FileLock size={15} aria-hidden />
        <h3>{t('file.title')}</h3>
        <em>{recorded?.decided_at ? t('file.frozen', { date: format.date(shown.day) }) : t('file.frozen_later')}</em>
      </header>
      <ul>
        <li>
          {row.criticality ? <CircleCheck size={15} aria-hidden data-ok /> : <CircleAlert size={15} aria-hidden data-warn />}
          <span>{t('file.facts.criticality')}</span>
          <b>{row.criticality ? t(`entities.isp_project.choices.criticality.${row.criticality}`) : t('page.not_classified')}</b>
        </li>
        {shown.parts.map((part) => (
          <li key={part.name}>
            {standings[standingOf(shown, part)]}
            <span>{t(`file.parts.${part.name as 'gaps'}`)}</span>
            <b>{counted(shown, part)}</b>
          </li>
        ))}
      </ul>
      {recorded ? <FrozenFile decision={recorded} path={paperOf(row)} /> : <p className={css.soft}>{t('file.text', { count: row.documents.length })}</p>}
      <Button size="sm" variant="link" icon={<Eye size={14} aria-hidden />} onClick={() => setOpen({ file: shown, of: recorded })}>
        {t(recorded ? 'file.show_kept' : 'file.show')}
      </Button>
      {former.length > 0 ? (
        <>
          <h4>{t('decide.former')}</h4>
          <ul className={css.former}>
            {former.map((one) => (
              <li key={one.id}>
                <StatusBadge {...lookOf(one.state, 'isp_project.decision')}>{decisionWord(one.state)}</StatusBadge>
                <span>
                  {one.decided_at ? format.dateTime(String(one.decided_at)) : ''} · {one.decided_by?.name ?? ''}
                </span>
                {one.file ? (
                  <Button size="sm" variant="link" onClick={() => setOpen(one.file ? { file: one.file, of: one } : undefined)}>
                    {t('file.show_kept')}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {open ? <FileDialog row={row} opened={open} onClose={() => setOpen(undefined)} /> : null}
    </Grid>
  )
}

const statusOf: Readonly<Record<string, EntityDef>> = { campaign, gap, risk, exemption, remediation }

/** Everything that stands in a file, part by part. */
function FileDialog({ row, opened: { file, of }, onClose }: { readonly row: Project; readonly opened: Opened; readonly onClose: () => void }) {
  const t = useWords('projects')
  const format = useFormat()
  const counted = useCounted()
  return (
    <Modal title={`${t('file.title')} – ${format.date(file.day)}`} size="lg" onClose={onClose} footer={<Button onClick={onClose}>{t('file.close')}</Button>}>
      {of ? <FrozenFile decision={of} path={paperOf(row)} /> : null}
      {file.parts.map(({ name, lines, count }) => (
        <section key={name} className={css.part}>
          <h3>
            {t(`file.parts.${name as 'gaps'}`)} <small>{format.number(count)}</small>
          </h3>
          {lines.length === 0 || missingIn(file, name) > 0 ? <p className={css.soft}>{counted(file, { name, lines, count })}</p> : null}
          <ul>
            {lines.map((line, at) => (
              <Line key={`${line.id} ${at}`} line={line} />
            ))}
          </ul>
          {count > lines.length ? <p className={css.soft}>{t('file.more', { count: count - lines.length })}</p> : null}
        </section>
      ))}
    </Modal>
  )
}

/** A test has no page of its own: its result in the words of its project. */
function TestResult({ status }: { readonly status: string | null }) {
  const t = useWords('projects')
  const result = testResults.find((one) => one === status)
  return result ? (
    <StatusBadge {...resultLooks[result]}>{t(`entities.isp_project.choices.tests.result.${result}`)}</StatusBadge>
  ) : (
    <StatusBadge {...looks.waiting}>{t('tests.to_do')}</StatusBadge>
  )
}

function Line({ line }: { readonly line: FileLine }) {
  const t = useWords('projects')
  const format = useFormat()
  const lang = useLanguage()
  const def = statusOf[line.entity] ?? remediation
  const words = useFieldContexts(def)('status').words
  const name = lang === 'fr' ? (line.name_fr ?? line.name_en) : (line.name_en ?? line.name_fr)
  return (
    <Text as="li" wrap edge="above">
      {line.identifier ? <code>{line.identifier}</code> : null}
      <span>{line.hidden ? t('file.hidden') : name}</span>
      {line.value === null ? null : <b>{format.number(line.value, 1)}</b>}
      {line.entity === 'isp_project' ? (
        <TestResult status={line.status} />
      ) : line.status ? (
        <StatusBadge {...lookOf(line.status, `${line.entity}.status`)}>{words.choice('status', line.status)}</StatusBadge>
      ) : null}
      <time>{line.date ? format.date(line.date) : ''}</time>
    </Text>
  )
}
