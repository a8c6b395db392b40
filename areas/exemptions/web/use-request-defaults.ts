import { useLocation } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useAsk } from '#kit/web/navigation.ts'
import type { FormValues } from '#kit/web/resource/form-values.ts'
import { useNamed } from '#kit/web/kinds/options.ts'

const none: readonly number[] = []
const numbered = (value: unknown) => (/^[1-9]\d{0,14}$/.test(String(value)) ? [Number(value)] : none)

/** What a new request is asked for, as the address says: `from=control:12`, `from=measure:12` or `from=isp_project:12`, and `at=` the perimeter. */
export function useRequestDefaults(): FormValues {
  const ask = useAsk<'/ops/gaps/all'>()
  const { id, from, at } = useLocation({ select: ({ search }) => search as Readonly<Record<'id' | 'from' | 'at', unknown>> })
  const [, entity, of] = /^(control|measure|isp_project):([1-9]\d{0,14})$/.exec(typeof from === 'string' ? from : '') ?? []
  const asked = id === 'new'
  const left = !asked && (from !== undefined || at !== undefined)
  // The next request is asked for nothing.
  useEffect(() => {
    if (left) ask({ from: undefined, at: undefined }, true)
  }, [left, ask])
  const what = useMemo(() => (asked ? numbered(of) : none), [asked, of])
  const where = useMemo(() => (asked ? numbered(at) : none), [asked, at])
  const named = useNamed(entity ?? 'measure', what, entity !== undefined)[0]
  const place = useNamed('perimeter', where, true)[0]
  return useMemo(
    () => ({
      ...(named && (entity === 'control' ? { controls: [named] } : entity === 'isp_project' ? { project: named } : { measure: named })),
      ...(place && { perimeters: [place] }),
    }),
    [named, place, entity],
  )
}
