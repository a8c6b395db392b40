import { Check } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Confidence, ConfidenceSources } from './confidence.tsx'
import css from './linking.module.css'
import type { Pick, Picker } from './use-picker.ts'

interface ModelListProps {
  readonly id: string
  readonly label: string
  readonly picker: Picker
  /** Whether digits tick, so that they are shown. */
  readonly digits: boolean
  readonly onLink: (picks: readonly Pick[]) => void
}

/** The models to choose from: a press ticks, a double one links. */
export function ModelList({ id, label, picker, digits, onLink }: ModelListProps) {
  const t = useWords('policies')
  const { list, active, setActive, ticked, toggle, searching, busy } = picker
  return (
    <ul id={id} role="listbox" aria-label={label} aria-multiselectable className={css.models} aria-busy={busy}>
      {list.map((pick, n) => {
        const isTicked = ticked.some((each) => each.id === pick.id)
        return (
          <Row
            as="li"
            align="center"
            gap={10}
            padX={12}
            key={pick.id}
            id={`${id}-${n}`}
            role="option"
            aria-selected={isTicked}
            data-active={n === active || undefined}
            onPointerMove={() => {
              if (n !== active) setActive(n)
            }}
            onClick={() => toggle(pick)}
            onDoubleClick={() => onLink([pick])}
          >
            <Grid as="span" rigid centered corner={4} className={css.tick} data-on={isTicked || undefined} aria-hidden>
              {isTicked ? <Check size={13} /> : digits && !searching && n < 3 ? <Kbd>{n + 1}</Kbd> : null}
            </Grid>
            <span className={css.identifier}>{pick.identifier}</span>
            <Text cut grow narrows weight={500} className={css.modelName} title={pick.name ?? ''}>
              {pick.name}
            </Text>
            {pick.suggestion ? (
              // What it rests on is beside the choice, not a choice.
              <span onClick={(event) => event.stopPropagation()} role="presentation">
                {pick.sources ? <ConfidenceSources of={pick.suggestion} sources={pick.sources} /> : <Confidence of={pick.suggestion} />}
              </span>
            ) : null}
            {pick.measures === undefined ? null : (
              <Text rigid tone="quiet" size={12} side="right" className={css.measures}>
                {t('linking.measures', { count: pick.measures })}
              </Text>
            )}
          </Row>
        )
      })}
      {list.length === 0 && !busy ? (
        <Row role="option" aria-selected={false} aria-disabled as="li" align="center" gap={10} padX={12} className={css.nothing}>
          {t(searching ? 'linking.no_model' : 'linking.none')}
        </Row>
      ) : null}
    </ul>
  )
}
