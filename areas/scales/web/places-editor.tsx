import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { Order } from '#areas/scales/contract/risk-matrix.ts'
import { leastPlaces, mostPlaces } from '#areas/scales/contract/scale.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { added, moved, removed } from './edit-list.ts'
import { blankPlace } from './new-scale.ts'
import css from './scales.module.css'

export interface Place {
  readonly id?: number
  readonly name_en?: string | null
  readonly name_fr?: string | null
}

interface PlacesEditorProps {
  readonly name: 'impact_levels' | 'probability_levels'
  readonly places: readonly Place[]
  readonly language: Language
  readonly fixed: boolean
  readonly disabled: boolean
  readonly errorOf: (path: string) => string | undefined
  readonly onChange: (places: readonly Place[], order: Order) => void
}

/** One side of a risk matrix, lowest first. */
export function PlacesEditor({ name, places, language, fixed, disabled, errorOf, onChange }: PlacesEditorProps) {
  const t = useWords('scales')
  const kit = useWords('kit')
  const id = useId()
  const error = errorOf('')
  const other = language === 'en' ? 'fr' : 'en'
  const rename = (at: number, value: string) =>
    onChange(
      places.map((place, n) => (n === at ? { ...place, [`name_${language}`]: value } : place)),
      places.map((_, n) => n),
    )
  const edit = ({ items, order }: { readonly items: readonly Place[]; readonly order: Order }) => onChange(items, order)
  return (
    <section aria-labelledby={id} aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <Row as="header" align="center" gap={12} below={6} className={css.head}>
        <h3 id={id}>{t(`entities.scale.fields.${name}`)}</h3>
        {fixed || places.length >= mostPlaces ? null : (
          <Button variant="link" size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => edit(added(places, blankPlace()))}>
            {t('editor.add')}
          </Button>
        )}
      </Row>
      <Stack as="ol" gap={6}>
        {places.map((place, at) => (
          <Row key={place.id ?? `new${at}`} as="li" align="start" gap={6} className={css.line} aria-label={t('editor.level', { n: at + 1 })}>
            <Text tone="quiet" size={12} side="end" className={css.place}>
              {at + 1}
            </Text>
            <Box grow narrows>
              <TextInput
                aria-label={t(language === 'en' ? 'editor.english' : 'editor.french', { name: t(`entities.scale.fields.name`) })}
                placeholder={place[`name_${other}`] ?? ''}
                maxLength={32}
                disabled={disabled}
                error={errorOf(`:${at}:name_en`) ?? errorOf(`:${at}:name_fr`)}
                value={place[`name_${language}`] ?? ''}
                onChange={(event) => rename(at, event.target.value)}
              />
            </Box>
            {fixed ? null : (
              <>
                <IconButton size="sm" label={kit('actions.move_up')} disabled={at === 0} onClick={() => edit(moved(places, at, -1))}>
                  <ArrowUp size={14} />
                </IconButton>
                <IconButton size="sm" label={kit('actions.move_down')} disabled={at === places.length - 1} onClick={() => edit(moved(places, at, 1))}>
                  <ArrowDown size={14} />
                </IconButton>
                <IconButton size="sm" label={kit('actions.remove')} disabled={places.length <= leastPlaces} onClick={() => edit(removed(places, at))}>
                  <Trash2 size={14} />
                </IconButton>
              </>
            )}
          </Row>
        ))}
      </Stack>
      {error ? (
        <Text as="p" above={4} tone="bad" size={12} line={16} role="alert">
          {error}
        </Text>
      ) : null}
    </section>
  )
}
