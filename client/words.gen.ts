// Generated from openapi.json by scripts/generate-client.ts. Do not edit.

/** Every `PetStatus`. */
export const petStatuses = ["available","pending","sold"] as const;
/** Every `PetSex`. */
export const petSexes = ["female","male","unknown"] as const;
/** Every `PetSize`. */
export const petSizes = ["small","medium","large","extra_large"] as const;
/** Every `DatePrecision`. */
export const datePrecisions = ["day","month","year"] as const;
/** Every `Whereabouts`. */
export const whereaboutses = ["shelter","foster","clinic","elsewhere"] as const;
/** Every `IntakeType`. */
export const intakeTypes = ["stray","owner_surrender","transfer_in","born_here","seized","other"] as const;
/** Every `OutcomeType`. */
export const outcomeTypes = ["adoption","return_to_owner","transfer_out","died","euthanised","other"] as const;
/** Every `ActorType`. */
export const actorTypes = ["person","key","public","system"] as const;
/** Every `ImportState`. */
export const importStates = ["running","finished","undoing","undone"] as const;
/** Every `FaultReason`. */
export const faultReasons = ["required","required_without_phone","unknown","known_fields","known_parameters","no_fields","no_parameters","fixed","member_name","duplicates","boolean","string","object","array","one_of","int64","non_negative","integer","number","timestamp","date","month","currency_code","known_currency","email","phone","contact","https_address","color","image_data","actor","chip","pattern","characters","items","members","at_most","at_least","exactly","between","members_after","bytes_after","words","visible","visible_lines","no_controls","character","repeated","too_often","cursor","position","not_of_stream","not_of_public_key","status_of_public_key","needs_group_by","not_with_group_by","month_or_year_with_group_by","before_to","periods_before_to","months_before_to","too_many_counts","as_in_path","distinct_rows","add_or_update","in_future","expiry","not_in_future","first_day","before_arrival","without_birth_date","not_while","role_or_scopes","other_kind_of_key","origins_without_public","origins_of_public","origins_alone","set_by_operator","entries","origin","origin_would_be","receiver_address","receiver_host","receiver_scheme","receiver_unusable"] as const;
/** Every `KeptReason`. */
export const keptReasons = ["changed","removed","has_order","has_inquiry","has_photo","reference_in_use"] as const;
/** Every `OrderStatus`. */
export const orderStatuses = ["placed","completed","cancelled"] as const;
/** Every `InquiryStatus`. */
export const inquiryStatuses = ["open","closed"] as const;
/** Every `InquiryStage`. */
export const inquiryStages = ["new","reviewing","approved","declined","withdrawn","closed"] as const;
/** Every `InquiryReason`. */
export const inquiryReasons = ["animal_adopted"] as const;
/** Every `AgeGroup`. */
export const ageGroups = ["juvenile","adult","unknown"] as const;
/** Every `Role`. */
export const roles = ["reader","editor","staff","monitor","public","admin"] as const;
/** Every `Scope`. */
export const scopes = ["pets:read","pets:write","listings:read","orders:read","orders:write","contacts:read","inquiries:read","inquiries:write","events:read","webhooks:read","webhooks:write","metrics:read","settings:write","keys:admin","people:admin"] as const;
/** Every `KeyStatus`. */
export const keyStatuses = ["active","expired","revoked"] as const;
/** Every `PersonRole`. */
export const personRoles = ["reader","editor","staff","admin"] as const;
/** Every `AdminEventType`. */
export const adminEventTypes = ["key.created","key.updated","key.rotated","key.revoked","person.created","person.updated","person.ended","sign_in.invited","sign_in.created","device.ended","webhook.created","webhook.updated","webhook.rotated","webhook.paused","webhook.resumed","webhook.deleted","shelter.updated"] as const;
/** Every `EventType`. */
export const eventTypes = ["pet.created","pet.updated","pet.deleted","pet.profile_changed","pet.photos_changed","note.created","note.updated","note.deleted","category.created","category.updated","category.deleted","order.placed","order.completed","order.cancelled","order.reopened","order.updated","order.expired","order.returned","webhook.disabled","inquiry.created","inquiry.updated","inquiry.closed","inquiry.deleted"] as const;
/** Every `WebhookStatus`. */
export const webhookStatuses = ["active","paused","disabled"] as const;
/** Every `DeliveryStatus`. */
export const deliveryStatuses = ["waiting","dead"] as const;
