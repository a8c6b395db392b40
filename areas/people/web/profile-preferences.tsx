import { dateOrders } from '#kit/contract/date-order.ts'
import { datePattern } from '#kit/web/i18n/format.ts'
import { useMemo } from 'react'
import { themes } from '#areas/people/contract/member.ts'
import type { Profile, putProfile } from '#areas/people/contract/profile.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { letterKeys, useLetterKeys } from '#kit/web/letter-keys.ts'
import { Grid } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Choice } from './choice.tsx'
import { changeLanguage, changeTheme, notice, profileKey } from './own-settings.ts'
import css from './profile.module.css'

/** Stands for having no time zone of one's own. */
const organisations = ' organisation'
/** Stands for no choice of one's own among the ways to write days. */
const asBrowser = ' browser'
/** The list of the platform leaves UTC out. */
const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
const nameOf = (zone: string) => zone.replaceAll('_', ' ')

/** Language, theme and time zone: each is kept as soon as it is chosen. */
export function ProfilePreferences({ profile }: { readonly profile: Profile }) {
  const t = useWords('people')
  const kit = useWords('kit')
  const language = useLanguage()
  const letters = useLetterKeys()
  const { customer_time_zone: shared } = profile
  const choices = useMemo(
    () => [
      { value: organisations, label: t('profile.organisation_zone', { zone: nameOf(shared) }) },
      ...zones.map((value) => ({ value, label: nameOf(value) })),
    ],
    [t, shared],
  )
  const keep = async (changes: Partial<Pick<Profile, 'time_zone' | 'date_order'>>) => {
    queryClient.setQueryData(profileKey, { ...profile, ...changes })
    try {
      const { object, message = '' } = await api.call<typeof putProfile>('PUT /user/profile', { body: changes })
      queryClient.setQueryData(profileKey, object)
      notice({ time_zone: object.time_zone ?? object.customer_time_zone, date_order: object.date_order })
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
      await queryClient.invalidateQueries({ queryKey: profileKey })
    }
  }
  return (
    <Block title={t('profile.sections.preferences')} sub={t('profile.saved_at_once')}>
      <Grid columns={2} gap={16} rowGap={14} className={css.fields}>
        <div>
          <Text below={4} tone="soft" size={12} weight={500} line={16} className={css.label}>
            {t('entities.member.fields.lang')}
          </Text>
          <Segmented
            label={t('entities.member.fields.lang')}
            value={language}
            onChange={(lang) => void changeLanguage(lang)}
            options={languages.map((value) => ({ value, label: kit(`language.${value}`) }))}
          />
        </div>
        <div>
          <Text below={4} tone="soft" size={12} weight={500} line={16} className={css.label}>
            {t('entities.member.fields.theme')}
          </Text>
          <Segmented
            label={t('entities.member.fields.theme')}
            value={profile.theme}
            onChange={(theme) => {
              queryClient.setQueryData(profileKey, { ...profile, theme })
              void changeTheme(theme)
            }}
            options={themes.map((value) => ({ value, label: t(`entities.member.choices.theme.${value}`) }))}
          />
        </div>
        <div className={css.wide}>
          <Select
            label={t('entities.member.fields.time_zone')}
            help={t('profile.zone_help')}
            options={choices}
            value={profile.time_zone ?? organisations}
            onChange={(zone) => void keep({ time_zone: zone === null || zone === organisations ? null : zone })}
          />
        </div>
        <div className={css.wide}>
          <Select
            label={t('entities.member.fields.date_order')}
            help={t('profile.dates_help')}
            options={[
              { value: asBrowser, label: t('profile.browser_dates', { pattern: datePattern(language, null) }) },
              ...dateOrders.map((value) => ({ value, label: datePattern(language, value) })),
            ]}
            value={profile.date_order ?? asBrowser}
            onChange={(order) => void keep({ date_order: dateOrders.find((known) => known === order) ?? null })}
          />
        </div>
        <fieldset className={css.wide}>
          <Text as="legend" below={4} tone="soft" size={12} weight={500} line={16} className={css.label}>
            {t('profile.keyboard')}
          </Text>
          <Choice label={t('profile.letters')} help={t('profile.letters_help')} checked={letters} onChange={letterKeys.set} />
        </fieldset>
      </Grid>
    </Block>
  )
}
