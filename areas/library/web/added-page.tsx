import { useQuery } from '@tanstack/react-query'
import { Check, LoaderCircle, Undo2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Addition, readAddition, undoAddition } from '#areas/library/contract/addition.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewAllBut } from '#kit/web/api/queries.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { useNavigate, useParams } from '#kit/web/navigation.ts'
import { usePageTitle } from '#kit/web/page-title.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { AddedFacts } from './added/added-facts.tsx'
import { AddedList } from './added/added-list.tsx'
import { AbsentLine } from './added/absent-line.tsx'
import { NextSteps } from './added/next-steps.tsx'
import css from './added/added.module.css'
import { useName } from './shelf/names.ts'

/** What has come of an addition, while it comes and ever after, and what is next. */
export function Page() {
  const t = useWords('library')
  const navigate = useNavigate()
  const nameOf = useName()
  const { id } = useParams<'/org/policies/imported/$id'>()
  const query = useQuery({
    queryKey: ['library', 'addition', id],
    queryFn: ({ signal }) => api.call<typeof readAddition>('GET /library_addition/{id}', { params: { id }, signal }),
    select: ({ object }) => object,
    refetchInterval: ({ state }) => (state.data && state.data.object.seconds === null ? 500 : false),
    staleTime: 0,
  })
  const addition = query.data
  const heading = useRef<HTMLHeadingElement>(null)
  const running = addition?.seconds === null
  const ran = useRef(false)
  useEffect(() => {
    if (ran.current && addition && !running) void renewAllBut('import_report')
    ran.current = running
  }, [addition, running])
  const isThere = addition !== undefined
  useEffect(() => {
    if (isThere) heading.current?.focus({ preventScroll: true })
  }, [isThere])
  const chosen = addition?.items.filter((item) => item.chosen) ?? []
  const name = addition?.framework?.name ?? (chosen[0] ? nameOf(chosen[0]) : '')
  const title = addition ? titleOf(t, addition, name, chosen.length) : undefined
  usePageTitle(title)
  if (query.error) return <ErrorState reason={query.error} onRetry={() => void query.refetch()} />
  if (!addition || title === undefined) {
    return (
      <Sheet canvas>
        <SkeletonRows count={8} />
      </Sheet>
    )
  }
  const failed = !running && chosen.every(({ status }) => status === 'ERROR')
  const undone = addition.undone_at !== null
  const undo = async () => {
    if (!(await confirm({ title: t('added.undo_ask'), message: t('added.undo_text'), confirm: t('added.undo'), danger: true }))) return
    try {
      await api.call<typeof undoAddition>('POST /library_addition/{id}/undo', { params: { id } })
      toast.success(t('added.undo_done'))
      await renewAllBut('import_report')
      void navigate({ to: path('/org/policies/shelf') })
    } catch (reason) {
      toast.error(failureText(reason))
      void query.refetch()
    }
  }
  return (
    <Sheet canvas>
      <Stack gap={12} full className={css.page}>
        <Row as="header" align="start" gap={14} className={css.head}>
          <Grid
            as="span"
            rigid
            centered
            corner={8}
            fill="ok"
            tone="ok"
            className={css.sign}
            data-state={running ? 'running' : failed || undone ? 'off' : 'done'}
            aria-hidden
          >
            {running ? <LoaderCircle size={18} /> : failed || undone ? <X size={18} /> : <Check size={18} />}
          </Grid>
          <Box grow narrows>
            <Text as="h2" size={16} line={24} breaks ref={heading} tabIndex={-1}>
              {title}
            </Text>
            <Text as="p" tone="soft" role="status">
              {running || undone ? '' : failed ? chosen[0]?.reason : sentenceOf(t, addition)}
            </Text>
          </Box>
          {addition.refusal === null ? (
            <Button icon={<Undo2 size={14} aria-hidden />} onClick={() => void undo()}>
              {t('added.undo')}
            </Button>
          ) : null}
        </Row>
        {addition.framework && !undone ? (
          <>
            <AddedFacts framework={addition.framework} onChanged={() => void query.refetch()} />
            <AbsentLine absent={addition.absent} />
            <NextSteps framework={addition.framework} />
          </>
        ) : (
          <AbsentLine absent={undone ? [] : addition.absent} />
        )}
        <AddedList addition={addition} />
      </Stack>
    </Sheet>
  )
}

function titleOf(t: WordsOf<'library'>, { seconds, undone_at }: Addition, name: string, count: number): string {
  if (undone_at !== null) return t('added.undone', { name })
  if (seconds === null) return count > 1 ? t('added.running_several', { count }) : t('added.running', { name })
  return count > 1 ? t('added.several', { count }) : t('added.title', { name })
}

/** What came along and how long it took, in one sentence. */
function sentenceOf(t: WordsOf<'library'>, { items, seconds, framework }: Addition): string {
  if (items.every(({ outcome }) => outcome === 'unchanged')) return t('added.already')
  const along = items.filter(({ chosen, status }) => !chosen && status === 'COMPLETE')
  const of = (kinds: readonly string[]) => along.filter(({ kind }) => kinds.includes(kind)).length
  const [sets, models, others] = [of(['mapping']), of(['solution']), of(['framework', 'matrix', 'other'])]
  const list = [
    sets > 0 ? t('added.sets', { count: sets }) : '',
    models > 0 ? t('added.models', { count: models }) : '',
    others > 0 ? t('added.others', { count: others }) : '',
  ].filter(Boolean)
  const took = Math.max(1, Math.round(seconds ?? 0))
  const done = list.length > 0 ? t('added.with', { list: list.join(', '), seconds: took }) : t('added.in_seconds', { seconds: took })
  return framework && !framework.applied ? `${done} ${t('added.no_score')}` : done
}
