import { useLocation } from '@tanstack/react-router'
import { LibraryBig } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ModelKind } from '#areas/catalog/contract/shared.ts'
import type { Right } from '#kit/contract/right.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk } from '#kit/web/navigation.ts'
import type { FormValues } from '#kit/web/resource/form-values.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { ModelRow } from './models/model-picker.tsx'

const ModelPicker = lazy(async () => ({ default: (await import('./models/model-picker.tsx')).ModelPicker }))

interface FromModel {
  readonly entity: ModelKind
  /** The right to make what is made of a model. */
  readonly right: Right
  /** What a new row takes over beside its names, its description and the model. */
  readonly fields: readonly string[]
  readonly more?: (model: FormValues) => FormValues
}

/**
 * A new row of a list made of a model of the catalogue: chosen from a dialog, or named by the address (`model=12`). `initial` fills its form, which opens.
 */
export function useFromModel({ entity, right, fields, more }: FromModel): {
  readonly initial: FormValues | undefined
  readonly tool: ReactNode
  readonly dialog: ReactNode
} {
  const t = useWords('catalog')
  const language = useLanguage()
  const ask = useAsk<'/actions/filtered'>()
  const mayMake = useRight(right)
  const mayRead = useRight(`${entity}.read`)
  const [picking, setPicking] = useState(false)
  const [initial, setInitial] = useState<FormValues>()
  const { id, model } = useLocation({ select: ({ search }) => search as { readonly id?: unknown; readonly model?: unknown } })
  const named = typeof model === 'number' || typeof model === 'string' ? Number(model) : undefined
  const opened = useRef(false)

  const take = (row: ModelRow) => {
    const { name, identifier } = row
    setPicking(false)
    setInitial({
      ...Object.fromEntries(fields.map((field) => [field, row[field]])),
      name_en: row.name_en,
      name_fr: row.name_fr,
      description: row[`description_${language}`] ?? row.description,
      model: { id: row.id, name: name ?? identifier, identifier },
      ...more?.(row),
    })
    // The address that named the model would make another one on the way back.
    ask({ model: undefined, id: 'new' }, true)
  }
  /** The list of models says less of each than the model itself. */
  const choose = ({ id: chosen }: ModelRow) => {
    setPicking(false)
    ask({ model: chosen })
  }
  const latest = useRef(take)
  latest.current = take

  useEffect(() => {
    if (named === undefined) return
    const leaving = new AbortController()
    const { signal } = leaving
    api
      .get<ObjectAnswer<ModelRow>>(`/${entity}/${named}`, { signal })
      .then(({ object }) => {
        if (!signal.aborted) latest.current(object)
      })
      .catch((reason: unknown) => {
        if (!signal.aborted) toast.error(failureText(reason))
      })
    return () => leaving.abort()
  }, [named, entity])

  // The next new row is made of nothing.
  useEffect(() => {
    if (opened.current && id !== 'new') setInitial(undefined)
    opened.current = id === 'new'
  }, [id])

  if (!mayMake || !mayRead) return { initial: undefined, tool: null, dialog: null }
  return {
    initial,
    tool: (
      <Button icon={<LibraryBig size={14} aria-hidden />} onClick={() => setPicking(true)}>
        {t('models.from')}
      </Button>
    ),
    dialog: picking ? (
      <Suspense fallback={null}>
        <ModelPicker entity={entity} onPick={choose} onClose={() => setPicking(false)} />
      </Suspense>
    ) : null,
  }
}
