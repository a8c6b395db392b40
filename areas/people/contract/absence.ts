import { defineEntity } from '#kit/contract/entity.ts'
import { date, ref, text } from '#kit/contract/field.ts'

/** Days on which somebody is away, and who stands in for them: what comes due meanwhile is theirs as well, as far as they may see it. */
export const absence = defineEntity({
  name: 'absence',
  area: 'people',
  title: 'name',
  fields: {
    /** Of who is away. */
    name: text({ by: 'server', max: 257 }),
    /** Everybody says so of themselves; of others, those who administer people. */
    member: ref('member', { unlisted: true, about: true, asks: null, setBy: 'absence.manage' }),
    stand_in: ref('member', { need: 'required', unlisted: true, about: true, asks: null, otherThan: 'member' }),
    first_day: date({ need: 'required' }),
    last_day: date({ need: 'required' }),
  },
  rights: { read: 'absence.read', create: 'absence.write', update: 'absence.write', delete: 'absence.write' },
  list: {
    columns: ['name', 'first_day', 'last_day', 'stand_in'],
    more: ['member'],
    filters: ['name', 'member', 'stand_in', 'first_day', 'last_day'],
    sort: '-last_day',
    search: ['name'],
  },
  form: [{ section: 'general', fields: ['member', 'stand_in', 'first_day', 'last_day'] }],
})
