import { useState } from 'react'
import { estimateBounds, estimateMoments, type EstimateMoment } from '#areas/risks/contract/estimates.ts'
import { api } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Box, Grid } from '#kit/web/ui/layout.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './quantification.module.css'
import type { Risk } from './risk-api.ts'

const kinds = ['frequency', 'loss'] as const
const names = kinds.flatMap((kind) => estimateBounds.map((bound) => `${kind}_${bound}` as const))
type Name = (typeof names)[number]
type Typed = Readonly<Record<EstimateMoment, Readonly<Record<Name, string>>>>

/** As people type numbers in either language. */
const numberOf = (text: string) => Number(text.replaceAll(/\s/g, '').replace(',', '.'))
const isSound = (text: string) => text.trim() !== '' && Number.isFinite(numberOf(text)) && numberOf(text) >= 0

/** How often a risk happens and what it costs, as ranges, at up to three moments; one that is left empty is not estimated. */
export function EstimatesDialog({ row, onClose }: { readonly row: Risk; readonly onClose: () => void }) {
  const t = useWords('risks')
  const comma = useLanguage() === 'fr'
  const [typed, setTyped] = useState<Typed>(() => {
    const of = (moment: EstimateMoment) => {
      const line = row.estimates.find((one) => one.moment === moment)
      return Object.fromEntries(
        names.map((name) => {
          const text = line?.[name] === null || line?.[name] === undefined ? '' : String(line[name])
          return [name, comma ? text.replace('.', ',') : text]
        }),
      ) as Record<Name, string>
    }
    return { BEFORE: of('BEFORE'), NOW: of('NOW'), AFTER: of('AFTER') }
  })
  const begun = estimateMoments.filter((moment) => names.some((name) => typed[moment][name].trim() !== ''))
  const fault = (moment: EstimateMoment, kind: (typeof kinds)[number]) => {
    const texts = estimateBounds.map((bound) => typed[moment][`${kind}_${bound}`])
    if (!texts.every(isSound)) return undefined
    const values = texts.map(numberOf)
    return values.every((value, n) => n === 0 || value >= (values[n - 1] ?? 0)) ? undefined : t(`errors.${kind}_order`)
  }
  const complete =
    (begun.length === 0 || begun.includes('NOW')) &&
    begun.every((moment) => names.every((name) => isSound(typed[moment][name])) && kinds.every((kind) => fault(moment, kind) === undefined))
  return (
    <FormDialog
      title={t('quantification.title')}
      action={t('quantification.save')}
      complete={complete}
      send={async () => {
        const estimates = begun.map((moment) => ({ moment, ...Object.fromEntries(names.map((name) => [name, numberOf(typed[moment][name])])) }))
        await api.put(`/risk/${row.id}`, { estimates, version: row.version })
        return t('quantification.saved')
      }}
      onClose={onClose}
    >
      <Text as="p" tone="soft" size={12}>
        {t('quantification.lead')}
      </Text>
      {(['NOW', 'AFTER', 'BEFORE'] as const).map((moment) => (
        <Box key={moment} as="fieldset" narrows below={12} className={css.group}>
          <Text as="legend" below={6} weight={600}>
            {t(`quantification.moments.${moment}`)}
          </Text>
          {kinds.map((kind) => (
            <Grid gap={8} below={8} key={kind} role="group" aria-label={`${t(`quantification.moments.${moment}`)} · ${t(`quantification.${kind}`)}`}>
              <p className={css.kind}>
                {t(`quantification.${kind}`)}
                {moment === 'NOW' && kind === 'frequency' ? (
                  <Text as="small" tone="soft" size={12}>
                    {t('quantification.frequency_help')}
                  </Text>
                ) : null}
              </p>
              {estimateBounds.map((bound) => (
                <TextInput
                  key={bound}
                  label={t(`quantification.bounds.${bound}`)}
                  inputMode="decimal"
                  autoComplete="off"
                  error={bound === 'high' ? fault(moment, kind) : undefined}
                  value={typed[moment][`${kind}_${bound}`]}
                  onChange={({ currentTarget: { value } }) =>
                    setTyped((before) => ({ ...before, [moment]: { ...before[moment], [`${kind}_${bound}`]: value } }))
                  }
                />
              ))}
            </Grid>
          ))}
        </Box>
      ))}
    </FormDialog>
  )
}
