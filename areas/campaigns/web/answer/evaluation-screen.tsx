import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { actionOf } from '#areas/campaigns/contract/answer-progress.ts'
import type { Content } from '#areas/campaigns/contract/answer-calls.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useLetters } from '#kit/web/letter-keys.ts'
import { useMove } from '#kit/web/navigation.ts'
import { confirm } from '#kit/web/ui/confirm.ts'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { failureDetails } from '#kit/web/api/client.ts'
import { Box, Grid, Stack } from '#kit/web/ui/layout.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { AnswerBar } from './answer-bar.tsx'
import { BesidePanel } from './item-context-panel.tsx'
import { ContentsView } from './contents-view.tsx'
import { flagsOf, keepFlags } from './flags.ts'
import { AnswerFooter } from './answer-footer.tsx'
import { ItemView } from './item-view.tsx'
import type { Lang } from './model.ts'
import { Notices } from './notices.tsx'
import { ItemNavigation, type RailFilter } from './item-navigation.tsx'
import type { EvaluationSource } from './source.ts'
import { useEvaluation } from './use-evaluation.ts'
import css from './answer.module.css'

interface ScreenProps {
  readonly source: EvaluationSource
  readonly content: Content
  /** What stands above all of it, where there is no shell. */
  readonly above?: ReactNode
  /** The item that the address names. */
  readonly begin?: number | undefined
}

/** The contents of an evaluation, in an address that named an item first. */
const contentsPlace = 'contents'

/** An evaluation being answered, one requirement or question at a time. It stands by itself: all that it reads and writes goes through its source. */
export function EvaluationScreen({ source, content, above, begin }: ScreenProps) {
  const t = useWords('campaigns')
  const evaluation = useEvaluation(source, content)
  const { model, store, asked, left, mayAnswer, question } = evaluation
  const phone = usePhone()
  const [lang, setLang] = useState<Lang>(useLanguage())
  const [filter, setFilter] = useState<RailFilter>('all')
  const [flags, setFlags] = useState(() => flagsOf(source.key))
  const [first] = useState(() => (begin !== undefined && asked.includes(begin) ? begin : (left[0] ?? asked[0])))
  // What is open stands in the address: reloaded, sent on or gone back to, it is the same. Of the contents it is a step, of one another they are not.
  const place = useLocation({ select: ({ hash }) => hash })
  const move = useMove()
  const open = asked.includes(Number(place)) ? Number(place) : first
  const contents = phone && (place === contentsPlace || (place === '' && begin === undefined))
  const stepped = useRef(false)
  // Whether the contents were gone back to: where they are what comes first, nothing takes the focus from the page.
  const [returned, setReturned] = useState(false)
  const [actingOn, setActingOn] = useState<number>()
  // The shell names the page; where there is none, whose evaluation it is does.
  const heading = above ? 'h1' : 'h2'
  const screen = useRef<HTMLDivElement>(null)
  const centre = useRef<HTMLDivElement>(null)
  const at = open === undefined ? -1 : asked.indexOf(open)
  // What other answers hide is left for the next that is asked.
  const item = at >= 0 ? open : asked[0]

  const go = useCallback(
    (next: number | undefined) => {
      if (next === undefined) return
      stepped.current ||= contents
      move(String(next), { replace: !contents, resetScroll: false, hashScrollIntoView: false })
      setReturned(true)
      setActingOn(undefined)
      centre.current?.scrollTo({ top: 0 })
      scrollTo({ top: 0 })
    },
    [contents, move],
  )
  const nextLeft = useMemo(() => left.find((one) => asked.indexOf(one) > at) ?? left.find((one) => one !== item), [left, asked, at, item])
  const flag = () => {
    if (item === undefined) return
    const next = new Set(flags)
    if (!next.delete(item)) next.add(item)
    setFlags(next)
    keepFlags(source.key, next)
  }
  const submit = async () => {
    if (!(await confirm({ title: t('answer.submit_ask'), message: t('answer.submit_text'), confirm: t('answer.submit') }))) return
    await store.submit().then(
      () => {
        toast.success(t('answer.messages.submitted'))
        // The button that was pressed is gone: whoever works by keyboard goes on where it says so.
        requestAnimationFrame(() => screen.current?.querySelector<HTMLElement>('[data-closed]')?.focus())
      },
      (reason: unknown) => toast.error(store.get().drafts.size > 0 ? t('answer.sheet.unsaved') : failureDetails(reason)),
    )
  }
  const acting = item !== undefined && actingOn === item
  const setActing = (does: boolean) => setActingOn(does ? item : undefined)
  const back = () => {
    setReturned(true)
    if (stepped.current) history.back()
    else move(contentsPlace, { replace: true, resetScroll: false, hashScrollIntoView: false })
    stepped.current = false
  }

  const focus = (name: string) => {
    const field = centre.current?.querySelector<HTMLElement>(`[data-field="${name}"]`)
    field?.focus()
    // What is added stands after what is there.
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length)
  }
  const writable = item !== undefined && mayAnswer(item)
  const values = item === undefined ? undefined : store.valuesAt(item)
  const asks = item === undefined ? undefined : question(item)
  const levelled = asks === undefined || asks.type === 'SCALE'
  const may = item !== undefined && values && !values.na && actionOf(model.rules, values.level) !== 'NONE' && source.openAction !== undefined
  const choices = levelled ? model.levels.length : asks.options.length
  const press = (n: number) => {
    if (item === undefined || values?.na) return
    if (levelled) store.edit(item, { level: model.levels[n]?.value ?? null })
    else centre.current?.querySelectorAll<HTMLInputElement>('[data-option] input')[n]?.click()
  }
  const na = () => {
    if (item === undefined || !values || !model.rules.na_allowed) return
    store.edit(item, { na: !values.na })
  }
  useLetters({
    j: () => go(asked[at + 1]),
    k: () => go(asked[at - 1]),
    c: () => focus('comment'),
    e: () => focus('evidence'),
    ...(writable && { n: na, ...Object.fromEntries(Array.from({ length: Math.min(9, choices) }, (_, n) => [String(n + 1), () => press(n)])) }),
    ...(writable && may && { a: () => setActing(true) }),
  })
  useEnter(() => go(nextLeft))
  useLeaveField()

  if (item === undefined)
    return (
      <Stack grow shortens fill="canvas" className={css.screen} ref={screen}>
        {above}
        <AnswerBar evaluation={evaluation} heading={heading} onSubmit={submit} onFirst={() => go(left[0])} />
        <EmptyState title={t('answer.title')} text={t('answer.no_content')} />
      </Stack>
    )
  const shared = { evaluation, lang, item, onGo: go }
  if (phone && contents)
    return (
      <Stack grow shortens fill="canvas" className={css.screen} ref={screen}>
        {above}
        <ContentsView {...shared} heading={heading} focused={returned} onLang={setLang} onSubmit={submit} />
      </Stack>
    )
  return (
    <Stack grow shortens fill="canvas" className={css.screen} ref={screen}>
      {above}
      <AnswerBar evaluation={evaluation} heading={heading} onSubmit={submit} onFirst={() => go(left[0])} />
      <Grid grow shortens className={css.columns}>
        {phone ? null : <ItemNavigation {...shared} filter={filter} flags={flags} onFilter={setFilter} />}
        <Stack narrows shortens fill="surface" className={css.middle}>
          <Box grow overflow="scrolled-down" className={css.centre} ref={centre}>
            <Notices evaluation={evaluation} />
            <ItemView key={item} {...shared} flagged={flags.has(item)} acting={acting} onActing={setActing} onFlag={flag} onLang={setLang} onNa={na} />
            {phone && source.beside ? <BesidePanel {...shared} /> : null}
          </Box>
          <AnswerFooter {...shared} previous={asked[at - 1]} next={nextLeft ?? asked[at + 1]} hasLeft={nextLeft !== undefined} onContents={back} />
        </Stack>
        {!phone && source.beside ? <BesidePanel {...shared} /> : null}
      </Grid>
    </Stack>
  )
}

/** Enter goes on, but where it does something of its own. */
function useEnter(run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const { target } = event
      if (
        target instanceof Element &&
        target.closest('button, a, input:not([type=radio]):not([type=checkbox]), textarea, select, [role=treeitem], dialog[open], [role=menu]')
      )
        return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Escape leaves a field, so that keys mean something again. */
function useLeaveField(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && event.target instanceof HTMLElement && event.target.matches('textarea, input'))
        event.target.blur()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
