import type { photo as english } from '../en/photo.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const photo = {
  photo: {
    optional: '选填',
    choose: '拍照或选择图片',
    preview: '图片预览',
    broken: '图片已失效，请重新选择或移除。',
    preparing: '正在处理',
    sending: '上传进度',
    percent: '{share}%',
    notSent: '图片未能上传，已保存在本机。',
    retry: '重试',
    replace: '更换',
    remove: '移除',
    ofMax: '{count}/{max}',
    addPicture: '添加',
    addFile: '添加文件',
    tooMany: '最多 {max} 个，未添加：{names}',
    notTaken: '未添加 {name}：{why}',
    comma: '、',
    waits: '联网后上传',
    fileNotSent: '未能上传，已保存在本机。',
    signHere: '请用手指在此签名',
    signByName: '以姓名签署',
    signed: '签名',
    clearSignature: '重新签名',
  },
} as const satisfies Translated<typeof english>
