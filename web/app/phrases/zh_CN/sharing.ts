import type { sharing as english } from '../en/sharing.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const sharing = {
  sharing: {
    row: '共享此电站',
    none: '尚未共享给任何人',
    noneText: '共享后，对方可立即看到此电站。',
    with: '已共享给',
    account: '账号',
    accountPlaceholder: '例如：zhang.wei',
    accountHelp: '对方登录时使用的账号；尚无账号时，可由安装商或管理员添加',
    rights: '权限',
    view: '查看',
    manage: '管理',
    viewText: '可查看此处全部内容，不能更改。',
    manageText: '在此可做其账号在自有电站可做的操作。',
    until: '截止日期',
    untilHelp: '以电站当地当天结束为准。不填则直到您取消共享。',
    always: '直到取消共享',
    untilDay: '截止 {day}',
    ended: '已于 {day} 结束',
    by: '{account} · {day}起',
    send: '共享',
    shared: '操作成功',
    takeBack: '取消共享',
    takeBackTitle: '取消对 {name} 的共享？',
    takeBackText: '对方将立即无法查看此电站，已打开的页面也会失效。',
    takenBack: '已取消',
  },
} satisfies Translated<typeof english>
