// Generated from contract/profile-fields.ts by scripts/generate-profile-fields.ts. Do not edit.

export const profileList = {
  'description': {"kind":"text","label":"Description","hasLines":true,"maxLength":10000},
  'species': {"kind":"text","label":"Species","maxLength":100},
  'breed': {"kind":"text","label":"Breed","maxLength":255},
  'color': {"kind":"text","label":"Colour","maxLength":100},
  'coat': {"kind":"text","label":"Coat","maxLength":100},
  'sex': {"kind":"word","label":"Sex","words":["female","male","unknown"]},
  'size': {"kind":"word","label":"Size","words":["small","medium","large","extra_large"]},
  'birthDate': {"kind":"date","label":"Date of birth","placeholder":"2024-05-01, 2024-05 or 2024"},
  'neutered': {"kind":"flag","label":"Neutered"},
  'vaccinated': {"kind":"flag","label":"Vaccinated"},
  'houseTrained': {"kind":"flag","label":"House-trained"},
  'specialNeeds': {"kind":"flag","label":"Special needs"},
  'goodWith.children': {"kind":"flag","label":"Good with children","member":"children"},
  'goodWith.dogs': {"kind":"flag","label":"Good with dogs","member":"dogs"},
  'goodWith.cats': {"kind":"flag","label":"Good with cats","member":"cats"},
  'tags': {"kind":"tags","label":"Tags","hint":"Separated by commas"},
  'location': {"kind":"text","label":"Location","hint":"For staff only","maxLength":255},
  'publicLocation': {"kind":"text","label":"Place for visitors","hint":"Visitors read it","maxLength":255},
  'whereabouts': {"kind":"word","label":"Whereabouts","words":["shelter","foster","clinic","elsewhere"]},
  'intakeType': {"kind":"word","label":"Intake type","words":["stray","owner_surrender","transfer_in","born_here","seized","other"]},
  'arrivedOn': {"kind":"date","label":"Arrived on","placeholder":"2026-10-03"},
  'outcomeType': {"kind":"word","label":"Outcome type","words":["adoption","return_to_owner","transfer_out","died","euthanised","other"]},
  'outcomeOn': {"kind":"date","label":"Date of outcome","placeholder":"2026-11-20"},
  'holdUntil': {"kind":"date","label":"Not public until","placeholder":"2026-12-01"},
  'holdReason': {"kind":"text","label":"Why not public","maxLength":255},
  'fee': {"kind":"fee","label":"Adoption fee","placeholder":"125.00 EUR"},
  'reference': {"kind":"text","label":"Reference number","hint":"Its own number or chip; no other animal can have it","maxLength":100},
  'attributes': {"kind":"attributes","label":"Further facts","hint":"One on each line, such as “weight: 4.2 kg”","hasLines":true},
} as const;

export const profileLimits = {"tags":{"maxItems":20,"maxLength":50},"attributes":{"maxItems":50,"maxNameLength":50,"maxLength":255}} as const;
