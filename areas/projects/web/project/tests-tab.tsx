import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ispProject } from '#areas/projects/contract/isp-project.ts'
import { holds, useSession } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { Link } from '#kit/web/navigation.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { path } from '#kit/web/route.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import type { Project } from '#areas/projects/web/presentation.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './project.module.css'
import own from './tests.module.css'

const TestDialog = lazy(async () => ({ default: (await import('./test-dialogs.tsx')).TestDialog }))
const GapDialog = lazy(async () => ({ default: (await import('./test-dialogs.tsx')).GapDialog }))

export type SecurityTest = Project['tests'][number]
export const resultLooks = { PASSED: looks.done, FAILED: looks.failed, NOT_DONE: looks.off }

/** Writes the tests of a project as they are to be. */
export const saveTests = (row: Project, tests: readonly object[]) =>
  updateRow(ispProject, row, { tests: kinds.rows.toWire?.(tests, ispProject.fields.tests) } as Parameters<typeof updateRow<typeof ispProject>>[2])

/** What was tested before the decision, what came of it and what shows that; a failed one opens a gap. */
export function TestsTab({ row }: { readonly row: Project }) {
  const t = useWords('projects')
  const kit = useWords('kit')
  const format = useFormat()
  const who = useSession()
  const [asked, setAsked] = useState<'new' | { readonly edit: SecurityTest } | { readonly gap: SecurityTest }>()
  const close = () => setAsked(undefined)
  const may = row.edit_right && row.status === 'ONGOING'
  const opens = may && holds(who, 'gap.manage')
  const remove = async (one: SecurityTest) => {
    if (await confirm({ title: t('tests.remove'), message: one.name ?? '', confirm: kit('actions.delete'), danger: true }))
      await saveTests(
        row,
        row.tests.filter(({ id }) => id !== one.id),
      ).catch(() => undefined)
  }
  return (
    <section className={css.card}>
      {may && row.tests.length > 0 ? (
        <Row gap={8} spread="last" wrap>
          <Button size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => setAsked('new')}>
            {t('tests.add')}
          </Button>
        </Row>
      ) : null}
      {row.tests.length === 0 ? (
        <EmptyState title={t('tests.none')} text={t('tests.none_text')} way={may ? { label: t('tests.add'), run: () => setAsked('new') } : undefined} />
      ) : null}
      <Grid as="ul" className={own.tests}>
        {row.tests.map((one) => (
          <Grid gap={12} rowGap={6} as="li" align="center" padY={8} edge="above" key={one.id}>
            <Grid gap={2} narrows breaks>
              <Text as="b" weight={500}>
                {one.name}
              </Text>
              <Row gap={12} rowGap={2} as="span" wrap tone="quiet" size={12}>
                {t(`entities.isp_project.choices.tests.kind.${one.kind ?? 'OTHER'}`)}
                {one.done_on
                  ? ` · ${t('tests.done', { date: format.date(one.done_on) })}`
                  : one.planned_on
                    ? ` · ${t('tests.planned', { date: format.date(one.planned_on) })}`
                    : ''}
              </Row>
              {one.note ? (
                <Row gap={12} rowGap={2} as="span" wrap tone="quiet" size={12}>
                  {one.note}
                </Row>
              ) : null}
              {one.evidence || one.gap ? (
                <Row gap={12} rowGap={2} as="span" wrap tone="quiet" size={12}>
                  {one.evidence ? <Link to={path('/ops/evidence', { id: one.evidence.id })}>{one.evidence.name}</Link> : null}
                  {one.gap ? (
                    <Link to={path('/ops/gaps/all', { id: one.gap.id })}>
                      {one.gap.identifier} {one.gap.name}
                    </Link>
                  ) : null}
                </Row>
              ) : null}
            </Grid>
            {one.result ? (
              <StatusBadge {...resultLooks[one.result]}>{t(`entities.isp_project.choices.tests.result.${one.result}`)}</StatusBadge>
            ) : (
              <StatusBadge {...looks.waiting}>{t('tests.to_do')}</StatusBadge>
            )}
            <Row gap={4} align="center" spread="last" className={own.buttons}>
              {opens && one.result === 'FAILED' && !one.gap ? (
                <Button size="sm" onClick={() => setAsked({ gap: one })}>
                  {t('tests.open_gap')}
                </Button>
              ) : null}
              {may ? (
                <>
                  <IconButton size="sm" label={t('tests.edit', { name: one.name ?? '' })} onClick={() => setAsked({ edit: one })}>
                    <Pencil size={14} aria-hidden />
                  </IconButton>
                  <IconButton size="sm" label={t('decide.remove', { name: one.name ?? '' })} onClick={() => void remove(one)}>
                    <Trash2 size={14} aria-hidden />
                  </IconButton>
                </>
              ) : null}
            </Row>
          </Grid>
        ))}
      </Grid>
      <Suspense>
        {asked === 'new' ? <TestDialog row={row} onClose={close} /> : null}
        {typeof asked === 'object' && 'edit' in asked ? <TestDialog row={row} test={asked.edit} onClose={close} /> : null}
        {typeof asked === 'object' && 'gap' in asked ? <GapDialog row={row} test={asked.gap} onClose={close} /> : null}
      </Suspense>
    </section>
  )
}
