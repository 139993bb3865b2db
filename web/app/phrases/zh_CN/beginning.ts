import type { beginning as english } from '../en/beginning.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const beginning = {
  beginning: {
    emptyTitle: '暂无电站',
    emptyOwner: '您的账号已就绪。请联系安装商，把您设为电站业主，并告知下面的账号。',
    emptyMember: '贵企业还没有电站，创建后会显示在这里。',
    emptyCreate: '先新建电站，再添加网关，首次上报后即可看到数据。',
    accountName: '账号',
    createStation: '新建电站',
    firstTitle: '开始使用',
    firstText: '完成以下三步，数据会自动出现在这里。',
    firstStation: '新建电站',
    firstStationText: '填写位置、容量和业主。',
    firstGateway: '添加网关',
    firstGatewayText: '使用序列号和认领码，或生成独立的接入凭据。',
    firstPeople: '添加人员',
    firstPeopleText: '为业主、安装商和运维人员各建一个账号。',
  },
} as const satisfies Translated<typeof english>
