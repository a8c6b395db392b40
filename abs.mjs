import { call } from './api.mjs'
const d=(n)=>new Date(Date.now()+n*864e5).toISOString().slice(0,10)
const a=await call('POST','/absence',{member:11,stand_in:2,first_day:d(0),last_day:d(12)})
console.log(JSON.stringify(a).slice(0,200))
const o=(await call('GET','/user/objects')).objects; console.log(o.length,o.filter(x=>x.stands_for).length)
