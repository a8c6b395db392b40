import { ChevronLeft, ChevronRight, Plus, X } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import css from './onboarding.module.css'

/** A line that does not exist on the server yet. */
export interface Draft {
  readonly key: number
  readonly name: string
  /** How far below the others; 0 stands highest. */
  readonly depth: number
  readonly error?: string | undefined
  /** The row under which a line of the highest level belongs, where it is not the one chosen for all. */
  readonly below?: number
}

/** Above those of drafts that were kept before the page was read anew. */
let keys = Date.now()
export const newDraft = (depth = 0): Draft => ({ key: (keys += 1), name: '', depth })
export const written = (drafts: readonly Draft[]) => drafts.filter(({ name }) => name.trim() !== '')

/** A line is at most one level below the one before it. */
const settle = (drafts: readonly Draft[]): Draft[] => {
  const settled: Draft[] = []
  for (const draft of drafts) settled.push({ ...draft, depth: Math.min(draft.depth, (settled.at(-1)?.depth ?? -1) + 1) })
  return settled
}

interface DraftsProps {
  readonly label: string
  readonly add: string
  readonly drafts: readonly Draft[]
  readonly onChange: (drafts: readonly Draft[]) => void
  /** Lines may stand below others. */
  readonly nested?: boolean
}

/** Several names to create at once; Enter opens the next line. */
export function Drafts({ label, add, drafts, onChange, nested = false }: DraftsProps) {
  const words = useWords('dashboards')
  const list = useRef<HTMLUListElement>(null)
  const change = (key: number, to: Partial<Draft>) => onChange(settle(drafts.map((each) => (each.key === key ? { ...each, error: undefined, ...to } : each))))
  const insert = (after: number) => {
    // Before the next key: what is typed at once stands in the new line.
    flushSync(() => onChange([...drafts.slice(0, after + 1), newDraft(drafts[after]?.depth), ...drafts.slice(after + 1)]))
    list.current?.querySelectorAll('input')[after + 1]?.focus()
  }
  const remove = (index: number) => {
    const left = settle(drafts.filter((_, at) => at !== index))
    flushSync(() => onChange(left.length > 0 ? left : [newDraft()]))
    list.current?.querySelectorAll('input')[Math.max(0, index - 1)]?.focus()
  }
  const next = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || drafts[index]?.name.trim() === '') return
    event.preventDefault()
    insert(index)
  }
  return (
    <div>
      <Stack ref={list} as="ul" gap={8} below={8} aria-label={label}>
        {drafts.map((draft, index) => (
          <Row key={draft.key} as="li" align="start" gap={6} className={css.row} style={{ paddingLeft: draft.depth * 24 }}>
            <TextInput
              aria-label={words('onboarding.line', { label, number: String(index + 1), level: String(draft.depth + 1) })}
              maxLength={128}
              value={draft.name}
              error={draft.error}
              onChange={(event) => change(draft.key, { name: event.target.value })}
              onKeyDown={(event) => next(event, index)}
            />
            {nested ? (
              <>
                <IconButton
                  size="md"
                  label={words('onboarding.outdent')}
                  disabled={draft.depth === 0}
                  onClick={() => change(draft.key, { depth: draft.depth - 1 })}
                >
                  <ChevronLeft size={16} aria-hidden />
                </IconButton>
                <IconButton
                  size="md"
                  label={words('onboarding.indent')}
                  disabled={index === 0 || draft.depth > (drafts[index - 1]?.depth ?? 0)}
                  onClick={() => change(draft.key, { depth: draft.depth + 1 })}
                >
                  <ChevronRight size={16} aria-hidden />
                </IconButton>
              </>
            ) : null}
            <IconButton size="md" label={words('onboarding.remove_line')} onClick={() => remove(index)}>
              <X size={16} aria-hidden />
            </IconButton>
          </Row>
        ))}
      </Stack>
      <Button icon={<Plus size={14} aria-hidden />} onClick={() => insert(drafts.length - 1)}>
        {add}
      </Button>
    </div>
  )
}
